import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchStore } from '../../../src/service/search/store.ts'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { createPostgresDatabase } from '../../support/postgres-database.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { engine, startService } from '../../support/start-service.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
})
afterAll(() => notes.close())

const open = async (rules: Record<string, unknown> = {}): Promise<string> =>
  (await notes.service.client.sessions.create({ body: { user_id: 'ada', ...rules } })).session_id

const search = async (session_id: string, use_case: string) => {
  const { results } = await notes.service.client.sessions.search({
    params: { session_id },
    body: { queries: [{ use_case }] },
  })
  return [...(results[0]?.primary_tool_slugs ?? []), ...(results[0]?.related_tool_slugs ?? [])]
}

describe('one engine', () => {
  it('ranks for sessions, for the list of tools and for lists of toolkits', async () => {
    verifies('search.one-engine', 'toolkits.list', 'sessions.toolkits.search')
    const { client } = notes.service
    const session_id = await open()
    expect((await search(session_id, 'please delete a note'))[0]).toMatch(/_DELETE_NOTE$/)
    expect(
      (
        await client.tools.list({
          query: { search: 'please delete a note', toolkit_slug: ['notes'] },
        })
      ).items[0]?.slug,
    ).toBe('NOTES_DELETE_NOTE')
    await importToolkit(notes.service, {
      slug: 'mailbox',
      name: 'Post office',
      description: 'Sends letters',
      source: { openapi: notesApi(notes.upstream.url) },
    })
    const listed = async (text: string) =>
      (await client.toolkits.list({ query: { search: text } })).items.map(({ slug }) => slug)
    expect(await listed('sending a letter')).toEqual(['mailbox'])
    expect(await listed('ilbo')).toEqual(['mailbox'])
    const later = await open()
    expect(
      (
        await client.sessions.toolkits({
          params: { session_id: later },
          query: { search: 'letters' },
        })
      ).items.map(({ slug }) => slug),
    ).toEqual(['mailbox'])
    expect(
      (await client.sessions.toolkits({ params: { session_id }, query: { search: 'letters' } }))
        .items,
    ).toEqual([])
    await client.toolkits.delete({ params: { slug: 'mailbox' } })
  })

  it('answers a list of tools in pages, filtered', async () => {
    verifies('tools.list')
    const list = async (query: string) =>
      (await notes.service.request('GET', `/api/v3/tools?${query}`)).body
    const all = await list('search=notes')
    const first = await list('search=notes&limit=2')
    const second = await list(`search=notes&limit=2&cursor=${first.next_cursor}`)
    expect(first).toMatchObject({
      total_items: all.total_items,
      current_page: 1,
      items: { length: 2 },
    })
    expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 4))
    expect(
      (await list('search=notes&tool_slugs=NOTES_GET_NOTE')).items.map(
        ({ slug }: { slug: string }) => slug,
      ),
    ).toEqual(['NOTES_GET_NOTE'])
    expect(
      (await list('search=notes&tags=destructiveHint&toolkit_slug=open')).items.map(
        ({ slug }: { slug: string }) => slug,
      ),
    ).toEqual(['OPEN_DELETE_NOTE'])
  })

  it('filters all tools by the hints that they have by now', async () => {
    verifies('tools.list')
    const { client } = notes.service
    const destroying = async () =>
      (
        await client.tools.list({ query: { search: 'notes', tags: ['destructiveHint'] } })
      ).items.map(({ slug }) => slug)
    const listing = async (slugs: string[]) =>
      (await client.tools.list({ query: { search: 'notes', tool_slugs: slugs } })).items
    const before = await destroying()
    expect(before).toContain('NOTES_DELETE_NOTE')
    expect(before).not.toContain('NOTES_LIST_NOTES')
    const params = { tool_slug: 'NOTES_LIST_NOTES' }
    await client.tools.annotate({ params, body: { destructiveHint: true } })
    expect(await destroying()).toContain('NOTES_LIST_NOTES')
    await client.tools.annotate({ params, body: { destructiveHint: false } })
    expect((await destroying()).toSorted()).toEqual(before.toSorted())
    expect(await listing(['NOTES_LIST_NOTES'])).toHaveLength(1)
    expect(await listing(['NOTES_GET_NOTE', 'NOTES_LIST_NOTES'])).toHaveLength(2)
  })

  it('says which words in which fields made each rank', async () => {
    verifies('search.explain')
    const { results } = await notes.service.client.sessions.search({
      params: { session_id: await open({ toolkits: ['notes'] }) },
      body: { queries: [{ use_case: 'delete a note' }], explain: true },
    })
    expect(results[0]?.explanations?.map(({ tool_slug }) => tool_slug)).toEqual([
      ...(results[0]?.primary_tool_slugs ?? []),
      ...(results[0]?.related_tool_slugs ?? []),
    ])
    const [best] = results[0]?.explanations ?? []
    expect(best).toMatchObject({
      tool_slug: 'NOTES_DELETE_NOTE',
      words: expect.arrayContaining([
        expect.objectContaining({
          fields: expect.arrayContaining(['name']),
          score: expect.any(Number),
        }),
      ]),
    })
  })
})

it('hides tools that no auth config in force lets the user run', async () => {
  verifies('search.executable')
  const { client } = notes.service
  const use = 'delete a note'
  await notes.connect('bob')
  const sessionOf = (user_id: string) => open({ user_id, toolkits: ['notes'] })
  expect(await search(await sessionOf('bob'), use)).toContain('NOTES_DELETE_NOTE')
  const { auth_config } = await client.authConfigs.create({
    body: {
      toolkit: { slug: 'notes' },
      auth_config: { tool_access_config: { tools_available_for_execution: ['NOTES_GET_NOTE'] } },
    },
  })
  const restricted = await client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'cyd',
        state: { authScheme: 'API_KEY', val: { generic_api_key: 'key' } },
      },
    },
  })
  expect(restricted.id).toMatch(/^ca_/)

  expect(await search(await sessionOf('cyd'), use)).toEqual(['NOTES_GET_NOTE'])
  expect(await search(await sessionOf('bob'), use)).toContain('NOTES_DELETE_NOTE')
  // Who has no account yet would connect one under the newest auth config.
  expect(await search(await sessionOf('dan'), use)).toEqual(['NOTES_GET_NOTE'])
  await client.authConfigs.delete({ params: { nanoid: auth_config.id } })
  expect(await search(await sessionOf('dan'), use)).toContain('NOTES_DELETE_NOTE')
})

it('of a deleted project neither a stored index nor vectors stay', async () => {
  verifies('search.index.deletion')
  const shared = await createSharedDatabase()
  const beside = await openServiceDatabase(shared.database)
  const service = await startService({ database: shared.database })
  const [gone, kept] = [await createProject(service, 'Gone'), await createProject(service, 'Kept')]
  for (const { id } of [gone, kept]) {
    const store = searchStore(beside.handle)
    await store.upsertIndex({ project_id: id, format: 'any', stamp: 1, content: '{}' })
    const blocks = ['a', 'b'].map((key) => `${id} ${key}`)
    for (const address of blocks)
      await store.insertBlock({ id: address, address, hash: '', parts: 0, unused_at: null })
    await store.setBlocks(id, blocks)
    await store.insertVectors(
      ['one', 'two'].map((model) => ({
        project_id: id,
        model,
        hash: 'h',
        vector: '',
        created_at: '',
      })),
    )
  }
  const remaining = async () => {
    const rows = await Promise.all(
      ['search_indexes', 'search_index_blocks', 'search_vectors'].map((table) =>
        shared.query(`select project_id from ${table}`),
      ),
    )
    return rows.flat().map((row) => row['project_id'])
  }
  expect(
    (
      await service.request('DELETE', `/api/v3/org/owner/project/${gone.id}`, {
        headers: { 'x-org-api-key': service.orgApiKey },
      })
    ).status,
  ).toBe(200)
  await expect
    .poll(remaining, { timeout: 60_000 })
    .toEqual(Array.from({ length: 5 }, () => kept.id))
})

it.skipIf(engine !== 'postgres')('finds on one node what another has imported', async () => {
  verifies('search.index.nodes')
  const { url, drop } = await createPostgresDatabase()
  const database = { engine: 'postgres' as const, url, maximumConnections: 5 }
  const one = await startService({ database, keep: true })
  const two = await startService({ database, keep: true })
  try {
    const { session_id: before } = await one.client.sessions.create({ body: { user_id: 'ada' } })
    const ask = (session_id: string) =>
      two.request('POST', `/api/v3/tool_router/session/${session_id}/search`, {
        headers: { 'x-api-key': one.apiKey },
        body: { queries: [{ use_case: 'delete a note' }] },
      })
    expect((await ask(before)).body.results[0].primary_tool_slugs).toEqual([])
    await importToolkit(one, {
      slug: 'notes',
      source: { openapi: notesApi('https://notes.example') },
    })
    const { session_id: after } = await one.client.sessions.create({ body: { user_id: 'ada' } })
    expect((await ask(after)).body.results[0].primary_tool_slugs[0]).toBe('NOTES_DELETE_NOTE')
    await one.client.toolkits.delete({ params: { slug: 'notes' } })
    await expect
      .poll(async () => (await ask(after)).body.results[0].primary_tool_slugs, { timeout: 60_000 })
      .toEqual([])
  } finally {
    await two.close()
    await one.close()
    await drop()
  }
})
