import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from '../../../../src/client/index.ts'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { openNotesApi } from '../../../support/notes-api.ts'
import { startNotesService, type NotesService } from '../../../support/notes-service.ts'

const items = Array.from({ length: 600 }, (_, id) => ({
  id,
  text: `Note number ${id}`,
  tags: ['home', 'garden'],
}))

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService({
    answer: ({ url }) => (url.startsWith('/notes?tag=many') ? items : undefined),
    status: ({ url }) => (url.includes('fail') ? 500 : 200),
  })
})
afterAll(() => notes.close())

const open = async (rules: Record<string, unknown> = {}, client: Client = notes.service.client) => {
  const { session_id } = await client.sessions.create({ body: { user_id: 'ada', ...rules } })
  return { params: { session_id } }
}

const list = { tool_slug: 'OPEN_LIST_NOTES', arguments: { tag: ['many'] } }

/** A session in which a large result was stored. */
const openWithResult = async () => {
  const session = await open()
  const { data } = await notes.service.client.sessions.execute({ ...session, body: list })
  return { session, handle: String(data['handle']), data }
}

describe('a result over the threshold', () => {
  it('is answered with a preview, size, shape and a handle', async () => {
    verifies('sessions.results.offload')
    const { data } = await openWithResult()
    expect(Object.keys(data).toSorted()).toEqual(['handle', 'message', 'preview', 'shape', 'size'])
    expect(data).toMatchObject({
      preview: { items: expect.arrayContaining([items[0]]) },
      size: JSON.stringify({ items }).length,
      shape: {
        items: [
          '600 items, the first:',
          { id: 'number', text: 'string', tags: 'array of 2, the first: string' },
        ],
      },
      handle: expect.stringMatching(/^res_\w{27,}$/),
      message: expect.stringContaining('SVC_READ_RESULT'),
    })
    expect(JSON.stringify(data).length).toBeLessThan(4000)
  })

  it('is so in multi-execute too, each result for itself', async () => {
    verifies('sessions.results.offload')
    const session = await open()
    const { data } = await notes.service.client.sessions.execute({
      ...session,
      body: {
        tool_slug: 'SVC_MULTI_EXECUTE_TOOL',
        arguments: { tools: [list, { tool_slug: 'OPEN_GET_NOTE', arguments: { id: '1' } }] },
      },
    })
    expect(data['results']).toMatchObject([
      { successful: true, data: { handle: expect.any(String) } },
      { successful: true, data: { url: '/notes/1' } },
    ])
  })

  it('keeps its error', async () => {
    const session = await open({ workbench: { auto_offload_threshold: 10 } })
    const result = await notes.service.client.sessions.execute({
      ...session,
      body: { tool_slug: 'OPEN_GET_NOTE', arguments: { id: 'fail' } },
    })
    expect(result).toMatchObject({
      error: expect.stringContaining('500'),
      data: { handle: expect.any(String), preview: { status: 500 } },
    })
  })

  it('is answered whole where the call or the threshold says so', async () => {
    verifies('sessions.results.switch')
    const { sessions } = notes.service.client
    expect(
      (
        await sessions.execute({
          ...(await open()),
          body: { ...list, enable_auto_workbench_offload: false },
        })
      ).data,
    ).toEqual({ items })
    const multi = await sessions.execute({
      ...(await open()),
      body: {
        tool_slug: 'SVC_MULTI_EXECUTE_TOOL',
        arguments: { tools: [list] },
        enable_auto_workbench_offload: false,
      },
    })
    expect(multi.data['results']).toMatchObject([{ data: { items } }])
    expect(
      (
        await sessions.execute({
          ...(await open({ workbench: { auto_offload_threshold: 1_000_000 } })),
          body: list,
        })
      ).data,
    ).toEqual({ items })
  })

  it('is not stored where the project stores no data', async () => {
    verifies('sessions.results.encrypted')
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
    expect(
      (await client.sessions.execute({ ...(await open({}, client)), body: list })).data,
    ).toEqual({ items })
  })
})

describe('a stored result', () => {
  it('is read in parts by SVC_READ_RESULT', async () => {
    verifies('sessions.results.read')
    const { session, handle } = await openWithResult()
    const read = (given: Record<string, unknown>) =>
      notes.service.client.sessions.executeMeta({
        ...session,
        body: { slug: 'SVC_READ_RESULT', arguments: { handle, ...given } },
      })
    expect((await read({ path: 'items[599].text' })).data).toMatchObject({
      value: 'Note number 599',
      type: 'string',
    })
    expect((await read({ path: 'items', offset: 10, limit: 2 })).data).toMatchObject({
      value: items.slice(10, 12),
      total: 600,
      next_offset: 12,
    })
    expect(await read({ path: 'items[600]' })).toMatchObject({
      data: {},
      error: '"items" has no "600". There is 600 items',
    })
    expect((await read({ handle: 'res_unknown' })).error).toContain('no stored result')
  })

  it('is read over REST in pages', async () => {
    verifies('sessions.results.rest')
    const { session, handle } = await openWithResult()
    const read = (query: { path?: string; offset?: number; limit?: number }) =>
      notes.service.client.sessions.result({ params: { ...session.params, handle }, query })
    const seen: unknown[] = []
    for (let offset: number | null = 0; offset !== null;) {
      const page = await read({ path: 'items', offset, limit: 250 })
      seen.push(...(page.value as unknown[]))
      offset = page.next_offset
    }
    expect(seen).toEqual(items)
    await expect(read({ path: 'nothing' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('nothing'),
    })
  })

  it('is of no use in another session or project', async () => {
    verifies('sessions.results.bound')
    const { session, handle } = await openWithResult()
    const other = await open()
    const { sessions } = notes.service.client
    await expect(sessions.result({ params: { ...other.params, handle } })).rejects.toMatchObject({
      status: 404,
    })
    expect(
      (
        await sessions.executeMeta({
          ...other,
          body: { slug: 'SVC_READ_RESULT', arguments: { handle } },
        })
      ).error,
    ).toContain('no stored result')
    const project = await notes.service.client.projects.create({
      body: { name: 'The others', should_create_api_key: true },
    })
    const path = `/api/v3/tool_router/session/${session.params.session_id}/results/${handle}`
    expect(
      (
        await notes.service.request('GET', path, {
          headers: { 'x-api-key': project.api_key ?? '' },
        })
      ).status,
    ).toBe(404)
  })

  it('goes with its session', async () => {
    verifies('sessions.delete')
    const { session, handle } = await openWithResult()
    await notes.service.client.sessions.delete(session)
    await expect(
      notes.service.client.sessions.result({ params: { ...session.params, handle } }),
    ).rejects.toMatchObject({ status: 404 })
  })
})
