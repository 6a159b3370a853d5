import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Plugboard, toModelOutput } from '../../../../src/index.ts'
import { runCli } from '../../../cli/run-cli.ts'
import { ask } from '../../mcp/protocol/speak.ts'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { notesApi } from '../../../support/notes-api.ts'
import { startService, type TestService } from '../../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../../support/start-upstream.ts'

const secret = 'notes-secret-0123456789'
const all = Array.from({ length: 23 }, (_, index) => ({ id: `n${index + 1}`, text: 'Note' }))

const parameter = (name: string, type = 'string') => ({ name, in: 'query', schema: { type } })
const operation = (operationId: string, parameters: unknown[]) => ({
  operationId,
  summary: operationId,
  parameters,
  responses: { 200: { description: 'ok' } },
})

/** The same notes, whose pages are asked for in several ways. */
const paths = {
  '/by-cursor': {
    get: operation('listByCursor', [parameter('cursor'), parameter('limit', 'integer')]),
    post: operation('findByCursor', [parameter('cursor')]),
  },
  '/by-link': { get: operation('listByLink', [parameter('page', 'integer')]) },
  '/by-address': { get: operation('listByAddress', []) },
  '/loop': { get: operation('listLoop', [parameter('cursor')]) },
  '/endless': { get: operation('listEndless', [parameter('cursor')]) },
  '/breaks': { get: operation('listBreaks', [parameter('cursor')]) },
}

let upstream: Upstream
let service: TestService

beforeAll(async () => {
  upstream = await startUpstream(
    (request, response) => {
      const { pathname, searchParams } = new URL(request.url, 'http://notes')
      const at = Number(
        searchParams.get('cursor') ?? (Number(searchParams.get('page') ?? 1) - 1) * 10,
      )
      const items = all.slice(at, at + 10)
      const next = at + 10 < all.length ? String(at + 10) : ''
      const own = `http://${upstream.host}`
      if (pathname === '/by-link') {
        const page = at / 10 + 2
        if (next !== '') response.setHeader('link', `<${own}/by-link?page=${page}>; rel="next"`)
        return json(response, 200, items)
      }
      if (pathname === '/by-address')
        return json(response, 200, {
          items,
          ...(next !== '' && { nextLink: `${own}/by-address?cursor=${next}&seen=${secret}` }),
        })
      if (pathname === '/loop')
        return json(response, 200, { items, next_cursor: at === 0 ? '10' : at === 10 ? '0' : '10' })
      if (pathname === '/endless')
        return json(response, 200, { items: [], next_cursor: `${at + 1}` })
      if (pathname === '/breaks' && at === 20)
        return json(response, 500, { message: 'Out of order' })
      return json(response, 200, { items, meta: { next_cursor: next } })
    },
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: [upstream.host] })
  const openapi = notesApi(upstream.url, paths)
  await importToolkit(service, { slug: 'notes', source: { openapi } })
  await importToolkit(service, {
    slug: 'ruled',
    source: { openapi },
    answers: { paging: [{ by: 'cursor', argument: 'cursor', next: 'meta.next_cursor' }] },
  })
  for (const slug of ['notes', 'ruled']) {
    const { auth_config } = await service.client.authConfigs.create({ body: { toolkit: { slug } } })
    await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: 'ada',
          state: { authScheme: 'API_KEY', val: { generic_api_key: secret } },
        },
      },
    })
  }
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

const execute = async (slug: string, args: Record<string, unknown> = {}, more = {}) => {
  const before = upstream.received.length
  const result = await service.client.tools.execute({
    params: { tool_slug: slug },
    body: { arguments: args, user_id: 'ada', ...more },
  })
  return { ...result, sent: upstream.received.slice(before).map(({ url }) => url) }
}

describe('an answer that has more pages', () => {
  it('names complete arguments for the next one, which ask for it', async () => {
    verifies('tools.execute.paging')
    const first = await execute('NOTES_LIST_BY_CURSOR', { limit: 10 })
    expect(first.paging).toEqual({
      has_more: true,
      next: { arguments: { limit: 10, cursor: '10' } },
      message:
        'There are more results: call NOTES_LIST_BY_CURSOR again with the same arguments, and {"cursor":"10"}.',
    })
    const second = await execute('NOTES_LIST_BY_CURSOR', first.paging?.next?.arguments)
    expect(second.data['items']).toEqual(all.slice(10, 20))
    const third = await execute('NOTES_LIST_BY_CURSOR', second.paging?.next?.arguments)
    expect(third).not.toHaveProperty('paging')
    const linked = await execute('NOTES_LIST_BY_LINK')
    expect(linked.paging?.next).toEqual({ arguments: { page: 2 } })
  })

  it('says so where no argument asks for it, without the credential that its address repeats', async () => {
    verifies('tools.execute.paging')
    const result = await execute('NOTES_LIST_BY_ADDRESS')
    expect(result.paging).toEqual({
      has_more: true,
      next: null,
      message:
        'There are more results, for which NOTES_LIST_BY_ADDRESS has no argument: execute it with `all`, which gathers them.',
    })
    expect(JSON.stringify(result)).not.toContain(secret)
  })

  it('says so in sessions, in a multi-execute, over MCP and to models; not where a session leaves it out', async () => {
    verifies('tools.execute.paging')
    const { client } = service
    const { session_id } = await client.sessions.create({ body: { user_id: 'ada' } })
    const call = (tool_slug: string, args: Record<string, unknown> = {}) =>
      client.sessions.execute({ params: { session_id }, body: { tool_slug, arguments: args } })
    expect((await call('NOTES_LIST_BY_CURSOR')).paging?.next).toEqual({
      arguments: { cursor: '10' },
    })
    const tools = [{ tool_slug: 'NOTES_LIST_BY_CURSOR', arguments: {} }]
    expect((await call('SVC_MULTI_EXECUTE_TOOL', { tools })).data['results']).toMatchObject([
      { paging: { has_more: true, next: { arguments: { cursor: '10' } } } },
    ])
    const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
    const session = await plugboard.useSession(session_id)
    const [tool] = await session.tools({ tools: ['NOTES_LIST_BY_CURSOR'] })
    const result = await tool!.execute({})
    expect(result.paging).toMatchObject({ hasMore: true, next: { arguments: { cursor: '10' } } })
    expect(toModelOutput(result)['more_results']).toMatch(/^There are more results: call NOTES_/)
    const { mcp } = await client.sessions.get({ params: { session_id } })
    const { body } = await ask(
      mcp.url,
      'tools/call',
      { name: 'NOTES_LIST_BY_CURSOR', arguments: {} },
      { headers: { 'x-api-key': service.apiKey } },
    )
    expect(body.result).toMatchObject({
      content: [{}, { type: 'text', text: expect.stringMatching(/^There are more results/) }],
      structuredContent: { items: all.slice(0, 10) },
      _meta: { 'plugboard/paging': { has_more: true } },
    })
    await client.sessions.update({ params: { session_id }, body: { answers: { paging: false } } })
    expect(await call('NOTES_LIST_BY_CURSOR')).not.toHaveProperty('paging')
  })
})

describe('all', () => {
  it.each([
    ['NOTES_LIST_BY_CURSOR', ['/by-cursor', '/by-cursor?cursor=10', '/by-cursor?cursor=20']],
    ['NOTES_LIST_BY_LINK', ['/by-link', '/by-link?page=2', '/by-link?page=3']],
    [
      'NOTES_LIST_BY_ADDRESS',
      [
        '/by-address',
        `/by-address?cursor=10&seen=${secret}`,
        `/by-address?cursor=20&seen=${secret}`,
      ],
    ],
  ])('gathers the pages of %s in the shape of one', async (slug, sent) => {
    verifies('tools.execute.all')
    const result = await execute(slug, {}, { all: true })
    expect(result).toMatchObject({
      error: null,
      data: { items: all },
      paging: { has_more: false, next: null, pages: 3, items: 23 },
      sent,
    })
    expect(upstream.received.at(-1)?.headers['x-notes-key']).toBe(secret)
    const log = await service.client.logs.get({ params: { id: result.log_id ?? '' } })
    expect(log.request).toMatchObject({ arguments: {}, all: true })
  })

  it('begins where its arguments say, and keeps what the last page says', async () => {
    verifies('tools.execute.all')
    const { data, paging } = await execute('NOTES_LIST_BY_CURSOR', { cursor: '10' }, { all: true })
    expect(data).toEqual({ items: all.slice(10), meta: { next_cursor: '' } })
    expect(paging).toMatchObject({ pages: 2, items: 13 })
  })

  it('keeps what it has when a page fails, and says how to go on', async () => {
    verifies('tools.execute.all')
    const result = await execute('NOTES_LIST_BREAKS', {}, { all: true })
    expect(result).toMatchObject({
      error: null,
      data: { items: all.slice(0, 20) },
      paging: {
        has_more: true,
        next: { arguments: { cursor: '20' } },
        stopped: 'page 3 failed: "Notes" answered 500: "Out of order"',
        pages: 2,
        items: 20,
      },
    })
    expect(result.paging?.message).toBe(
      'These are the first 20 items of 2 pages, and there are more, but page 3 failed: "Notes" answered 500: "Out of order". To go on, call NOTES_LIST_BREAKS with the same arguments, and {"cursor":"20"}.',
    )
  })

  it('ends where pages repeat, or are empty one after another', async () => {
    verifies('tools.execute.all')
    expect((await execute('NOTES_LIST_LOOP', {}, { all: true })).sent).toHaveLength(3)
    const endless = await execute('NOTES_LIST_ENDLESS', {}, { all: true })
    expect(endless.sent).toHaveLength(4)
    expect(endless.paging?.stopped).toBe('3 pages in a row were empty')
  })

  it('is refused before anything is sent for a tool that may have an effect, unless a rule says that it lists', async () => {
    verifies('tools.execute.all')
    const refused = await execute('NOTES_FIND_BY_CURSOR', {}, { all: true })
    expect(refused.sent).toEqual([])
    expect(refused.error).toMatch(/was not called: `all` is for tools that only read/)
    const ruled = await execute('RULED_FIND_BY_CURSOR', {}, { all: true })
    expect(ruled.data['items']).toEqual(all)
  })

  it('stores what is large as a result of the session', async () => {
    verifies('tools.execute.all')
    const { client } = service
    const { session_id } = await client.sessions.create({
      body: { user_id: 'ada', workbench: { auto_offload_threshold: 400 } },
    })
    const { data, paging } = await client.sessions.execute({
      params: { session_id },
      body: { tool_slug: 'NOTES_LIST_BY_CURSOR', all: true },
    })
    expect(paging).toMatchObject({ items: 23 })
    const part = await client.sessions.result({
      params: { session_id, handle: String(data['handle']) },
      query: { path: 'items', offset: 20 },
    })
    expect(part.value).toEqual(all.slice(20))
  })

  it('is refused for a tool whose calls need approvals, and for meta tools', async () => {
    verifies('tools.execute.all')
    const { client } = service
    const { session_id } = await client.sessions.create({
      body: { user_id: 'ada', approvals: { tools: ['NOTES_LIST_BY_CURSOR'] } },
    })
    const call = (tool_slug: string) =>
      client.sessions.execute({ params: { session_id }, body: { tool_slug, all: true } })
    expect((await call('NOTES_LIST_BY_CURSOR')).error).toMatch(/page by page/)
    await expect(call('SVC_MULTI_EXECUTE_TOOL')).rejects.toMatchObject({ slug: 'invalid_request' })
  })

  it('is an option of the command line, which prints the data alone', async () => {
    verifies('tools.execute.all')
    const connection = ['--url', service.url, '--api-key', service.apiKey]
    const args = ['tools', 'execute', 'NOTES_LIST_BY_CURSOR', '--user', 'ada', '--all']
    const { code, stdout, stderr } = await runCli([...args, ...connection])
    expect([code, JSON.parse(stdout).items, stderr]).toEqual([
      0,
      all,
      'These are all 23 items of 3 pages.\n',
    ])
  })

  it('is an option of the SDK, also within a multi-execute that hooks see', async () => {
    verifies('tools.execute.all')
    const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
    const session = await plugboard.createSession('ada', { afterExecute: () => {} })
    const { data, paging } = await session.execute('NOTES_LIST_BY_CURSOR', {}, { all: true })
    expect([data['items'], paging]).toEqual([
      all,
      {
        hasMore: false,
        next: null,
        pages: 3,
        items: 23,
        message: 'These are all 23 items of 3 pages.',
      },
    ])
    const many = await session.execute('SVC_MULTI_EXECUTE_TOOL', {
      tools: [{ tool_slug: 'NOTES_LIST_BY_CURSOR', arguments: {}, all: true }],
    })
    expect(many.data['results']).toMatchObject([
      { data: { items: all }, paging: { has_more: false, pages: 3 } },
    ])
  })
})
