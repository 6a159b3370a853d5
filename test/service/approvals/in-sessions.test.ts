import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
  await notes.connect('ada')
})
afterAll(() => notes.close())

const open = async (
  rules: Record<string, unknown> = { approvals: { tags: ['destructiveHint'] } },
  user = 'ada',
) => {
  const { session_id } = await notes.service.client.sessions.create({
    body: { user_id: user, ...rules },
  })
  const params = { session_id }
  const { sessions } = notes.service.client
  return {
    params,
    remove: (id: string, more: { account?: string } = {}) =>
      sessions.execute({
        params,
        body: { tool_slug: 'NOTES_DELETE_NOTE', arguments: { id }, ...more },
      }),
    decide: (approval: unknown, decision: 'approve' | 'deny') =>
      sessions.decide({ params: { ...params, approval_id: String(approval) }, body: { decision } }),
    list: (status?: 'pending' | 'approved' | 'denied' | 'used') =>
      sessions.approvals({ params, query: { status } }),
  }
}

const deletions = () =>
  notes.upstream.received.filter(({ method }) => method === 'DELETE').map(({ url }) => url)

/** What the third party was sent while `work` ran. */
const sentDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = deletions().length
  await work()
  return deletions().slice(before)
}

describe('the configuration of approvals', () => {
  it('is answered as it was given', async () => {
    verifies('sessions.approvals.config')
    const made = await notes.service.client.sessions.create({
      body: {
        user_id: 'ada',
        approvals: { tags: ['destructiveHint'], tools: ['notes_list_notes'] },
      },
    })
    expect(made.config.approvals).toEqual({
      tags: ['destructiveHint'],
      tools: ['NOTES_LIST_NOTES'],
    })
  })

  it.each([
    ['a misspelt key', { tag: ['destructiveHint'] }],
    ['an unknown tool', { tools: ['NOTES_REMOVE'] }],
    ['an unknown tag', { tags: ['destructive'] }],
  ])('with %s is refused', async (_name, approvals) => {
    verifies('sessions.strict')
    expect(
      (
        await notes.service.request('POST', '/api/v3/tool_router/session', {
          body: { user_id: 'ada', approvals },
        })
      ).status,
    ).toBe(400)
  })

  it('shows in the schemas', async () => {
    verifies('sessions.approvals.shown')
    const { params } = await open()
    const found = await notes.service.client.sessions.search({
      params,
      body: { queries: [{ use_case: 'delete a note' }, { use_case: 'list notes' }] },
    })
    expect(found.tool_schemas['NOTES_DELETE_NOTE']?.approval).toBe('required')
    expect(found.tool_schemas['NOTES_LIST_NOTES']?.approval).toBe('never')
    const { data } = await notes.service.client.sessions.executeMeta({
      params,
      body: { slug: 'SVC_GET_TOOL_SCHEMAS', arguments: { tool_slugs: ['NOTES_DELETE_NOTE'] } },
    })
    expect(data).toMatchObject({ tool_schemas: { NOTES_DELETE_NOTE: { approval: 'required' } } })
  })
})

describe('a call that needs an approval', () => {
  it('sends nothing and says which approval it waits for, the same for the same call', async () => {
    verifies('sessions.approvals.pending', 'sessions.approvals.list')
    const session = await open()
    const sent = await sentDuring(async () => {
      const first = await session.remove('1')
      expect(first.data).toEqual({
        status: 'pending_approval',
        approval_id: expect.stringMatching(/^apr_/),
        tool_slug: 'NOTES_DELETE_NOTE',
        expires_at: expect.any(String),
      })
      expect(first.error).toContain('must approve')
      expect((await session.remove('1')).data).toEqual(first.data)
      const { items, total_items: total } = await session.list('pending')
      expect(total).toBe(1)
      expect(items[0]).toMatchObject({
        approval_id: first.data['approval_id'],
        session_id: session.params.session_id,
        user_id: 'ada',
        toolkit: 'notes',
        arguments: { id: '1' },
        connected_account_id: expect.stringMatching(/^ca_/),
        status: 'pending',
        decided_at: null,
        used_at: null,
      })
      expect((await session.list('approved')).items).toEqual([])
    })
    expect(sent).toEqual([])
  })

  it('is made once when it is approved, whatever the order of its arguments', async () => {
    verifies('sessions.approvals.once', 'sessions.approvals.decide')
    const session = await open({ approvals: { tools: ['NOTES_CREATE_NOTE'] } })
    const create = (given: Record<string, unknown>) =>
      notes.service.client.sessions.execute({
        params: session.params,
        body: { tool_slug: 'notes_create_note', arguments: given },
      })
    const { data } = await create({ text: 'Buy milk', pinned: true })
    expect(await session.decide(data['approval_id'], 'approve')).toMatchObject({
      status: 'approved',
      decided_at: expect.any(String),
    })

    const before = notes.upstream.received.length
    expect((await create({ pinned: true, text: 'Buy milk' })).error).toBeNull()
    expect(notes.upstream.received.slice(before)).toMatchObject([{ method: 'POST', url: '/notes' }])

    const again = await create({ text: 'Buy milk', pinned: true })
    expect(again.data).toMatchObject({ status: 'pending_approval' })
    expect(again.data['approval_id']).not.toBe(data['approval_id'])
    expect(again.error).toContain('was approved before')
    expect(notes.upstream.received).toHaveLength(before + 1)
    expect((await session.list('used')).items).toMatchObject([
      { approval_id: data['approval_id'], used_at: expect.any(String) },
    ])
  })

  it('is made once, however many are made at a time', async () => {
    verifies('sessions.approvals.once')
    const session = await open()
    const { data } = await session.remove('77')
    await session.decide(data['approval_id'], 'approve')
    const sent = await sentDuring(async () => {
      const results = await Promise.all(Array.from({ length: 10 }, () => session.remove('77')))
      expect(results.filter(({ error }) => error === null)).toHaveLength(1)
      expect(
        new Set(
          results.filter(({ error }) => error !== null).map((result) => result.data['approval_id']),
        ).size,
      ).toBe(1)
    })
    expect(sent).toEqual(['/notes/77'])
  })

  it('is not the same with other arguments, another account, in another session or of another user', async () => {
    verifies('sessions.approvals.bound')
    const older = await notes.connect('grace', 'grace-older-key')
    await notes.connect('grace', 'grace-newer-key')
    await notes.connect('hedy')
    const session = await open(undefined, 'grace')
    const { data } = await session.remove('2')
    await session.decide(data['approval_id'], 'approve')
    const sent = await sentDuring(async () => {
      for (const attempt of [
        session.remove('3'),
        session.remove('2', { account: older }),
        (await open(undefined, 'grace')).remove('2'),
        (await open(undefined, 'hedy')).remove('2'),
      ])
        expect((await attempt).data).toMatchObject({ status: 'pending_approval' })
    })
    expect(sent).toEqual([])
    expect((await session.remove('2')).error).toBeNull()
  })

  it('that is denied is refused, and nobody is asked again', async () => {
    verifies('sessions.approvals.denied')
    const session = await open()
    const { data } = await session.remove('5')
    expect(await session.decide(data['approval_id'], 'deny')).toMatchObject({ status: 'denied' })
    const sent = await sentDuring(async () => {
      const refused = await session.remove('5')
      expect(refused).toMatchObject({
        data: { status: 'denied' },
        error: expect.stringContaining('denied'),
      })
    })
    expect(sent).toEqual([])
    expect((await session.list('pending')).items).toEqual([])
    await expect(session.decide(data['approval_id'], 'approve')).rejects.toMatchObject({
      status: 422,
    })
    expect(await session.decide(data['approval_id'], 'deny')).toMatchObject({ status: 'denied' })
  })

  it('is asked for in multi-execute too, beside calls that need none', async () => {
    verifies('sessions.approvals.pending')
    const session = await open()
    const run = async () => {
      const { data } = await notes.service.client.sessions.execute({
        params: session.params,
        body: {
          tool_slug: 'SVC_MULTI_EXECUTE_TOOL',
          arguments: {
            tools: [
              { tool_slug: 'NOTES_LIST_NOTES' },
              { tool_slug: 'NOTES_DELETE_NOTE', arguments: { id: '8' } },
            ],
          },
        },
      })
      return data['results'] as { successful: boolean; data: Record<string, unknown> }[]
    }
    const sent = await sentDuring(async () => {
      const [list, removal] = await run()
      expect(list?.successful).toBe(true)
      expect(removal).toMatchObject({ successful: false, data: { status: 'pending_approval' } })
      await session.decide(removal?.data['approval_id'], 'approve')
    })
    expect(sent).toEqual([])
    expect((await run()).map(({ successful }) => successful)).toEqual([true, true])
  })

  it('with bad arguments asks nobody', async () => {
    const session = await open()
    const { error } = await notes.service.client.sessions.execute({
      params: session.params,
      body: { tool_slug: 'NOTES_DELETE_NOTE', arguments: {} },
    })
    expect(error).toContain('`id` is required')
    expect((await session.list()).items).toEqual([])
  })

  it('without a connection asks nobody', async () => {
    const session = await open(undefined, 'nobody')
    expect((await session.remove('1')).error).toContain('no active connection')
    expect((await session.list()).items).toEqual([])
  })

  it('whose account was switched off after the approval is not made', async () => {
    verifies('sessions.approvals.bound')
    const account = await notes.connect('irene')
    const session = await open(undefined, 'irene')
    const { data } = await session.remove('9')
    await session.decide(data['approval_id'], 'approve')
    await notes.service.client.connectedAccounts.setStatus({
      params: { nanoid: account },
      body: { enabled: false },
    })
    const sent = await sentDuring(async () =>
      expect((await session.remove('9')).error).toContain('no active connection'),
    )
    expect(sent).toEqual([])
  })
})

describe('a decision', () => {
  it('is made with a key, never by a meta tool, and never by another project', async () => {
    verifies('sessions.approvals.decide')
    const session = await open()
    const { data } = await session.remove('1')
    const path = `/api/v3/tool_router/session/${session.params.session_id}/approvals/${String(data['approval_id'])}`
    const decide = (headers: Record<string, string>) =>
      notes.service.request('POST', path, { body: { decision: 'approve' }, headers })
    const other = await notes.service.client.projects.create({
      body: { name: 'The others', should_create_api_key: true },
    })
    expect((await decide({})).status).toBe(401)
    expect((await decide({ 'x-api-key': other.api_key ?? '' })).status).toBe(404)
    expect(
      (await notes.service.client.sessions.tools({ params: session.params })).items.filter(
        ({ slug }) => slug.includes('APPROV'),
      ),
    ).toEqual([])
    expect((await decide({ 'x-user-api-key': notes.service.userApiKey })).status).toBe(200)
  })

  it('of an unknown approval, or one of another session, is 404', async () => {
    const session = await open()
    const { data } = await session.remove('1')
    await expect((await open()).decide(data['approval_id'], 'approve')).rejects.toMatchObject({
      status: 404,
    })
    await expect(session.decide('apr_unknown', 'approve')).rejects.toMatchObject({ status: 404 })
  })

  it('shows no arguments where the project stores no data', async () => {
    const made = await notes.service.client.projects.create({
      body: { name: 'Forgetful', should_create_api_key: true },
    })
    const client = createClient({
      baseUrl: notes.service.url,
      apiKey: made.api_key ?? '',
      retries: 0,
    })
    await client.projects.updateConfig({ body: { log_visibility_setting: 'dont_store_data' } })
    await importToolkit(
      { client },
      { slug: 'open', source: { openapi: openNotesApi(notes.upstream.url) } },
    )
    const { session_id } = await client.sessions.create({
      body: { user_id: 'ada', approvals: { tools: ['OPEN_DELETE_NOTE'] } },
    })
    const remove = () =>
      client.sessions.execute({
        params: { session_id },
        body: { tool_slug: 'OPEN_DELETE_NOTE', arguments: { id: '1' } },
      })
    const { data } = await remove()
    expect((await client.sessions.approvals({ params: { session_id } })).items).toMatchObject([
      { arguments: null },
    ])
    await client.sessions.decide({
      params: { session_id, approval_id: String(data['approval_id']) },
      body: { decision: 'approve' },
    })
    expect((await remove()).error).toBeNull()
  })
})

it('an approval survives a restart', async () => {
  verifies('sessions.approvals.restart')
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const upstream = await startUpstream((_request, response) => json(response, 200, {}))
  const before = await startService({ folder, egressAllow: [upstream.host] })
  await importToolkit(before, { slug: 'open', source: { openapi: openNotesApi(upstream.url) } })
  const { session_id } = await before.client.sessions.create({
    body: { user_id: 'ada', approvals: { tags: ['destructiveHint'] } },
  })
  const remove = {
    params: { session_id },
    body: { tool_slug: 'OPEN_DELETE_NOTE', arguments: { id: '1' } },
  }
  const { data } = await before.client.sessions.execute(remove)
  await before.client.sessions.decide({
    params: { session_id, approval_id: String(data['approval_id']) },
    body: { decision: 'approve' },
  })
  await before.close()

  const after = await startService({ folder, egressAllow: [upstream.host] })
  const client = createClient({ baseUrl: after.url, apiKey: before.apiKey, retries: 0 })
  expect((await client.sessions.execute(remove)).error).toBeNull()
  expect((await client.sessions.execute(remove)).data).toMatchObject({ status: 'pending_approval' })
  expect(upstream.received.map(({ url }) => url)).toEqual(['/notes/1'])
})
