import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../../cli/run-cli.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'

const secret = 'notes-secret-0123456789'
const notes = Array.from({ length: 5 }, (_, id) => ({
  id: `n${id}`,
  text: `Note ${id}`,
  tags: ['door', `t${id}`],
  author: { name: 'Ada', echoed: secret, page: '' },
}))

let upstream: Upstream
let service: TestService
let sessionId: string

beforeAll(async () => {
  upstream = await startUpstream(
    (request, response) => {
      if (request.method === 'DELETE') return json(response, 404, { message: 'No such note' })
      const { searchParams } = new URL(request.url, 'http://notes')
      const at = Number(searchParams.get('cursor') ?? 0)
      if (searchParams.has('paged'))
        return json(response, 200, {
          items: notes.slice(at, at + 2),
          ...(at + 2 < notes.length && { next_cursor: `${at + 2}` }),
        })
      return json(response, 200, notes)
    },
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: [upstream.host] })
  const parameter = (name: string) => ({ name, in: 'query', schema: { type: 'string' } })
  const paged = {
    operationId: 'listPages',
    summary: 'List pages',
    parameters: [parameter('cursor'), { ...parameter('paged'), required: true }],
    responses: { 200: { description: 'ok' } },
  }
  const openapi = notesApi(upstream.url, { '/pages': { get: paged } })
  await importToolkit(service, { slug: 'notes', source: { openapi } })
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'notes' } },
  })
  await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: secret } },
      },
    },
  })
  const session = await service.client.sessions.create({ body: { user_id: 'ada' } })
  sessionId = session.session_id
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

const execute = async (select: string | string[], slug = 'NOTES_LIST_NOTES', more = {}) => {
  const before = upstream.received.length
  const result = await service.client.tools.execute({
    params: { tool_slug: slug },
    body: { user_id: 'ada', arguments: {}, select, ...more },
  })
  return { ...result, sent: upstream.received.length - before }
}

const shape = {
  items: [
    '5 items, the first:',
    {
      id: 'string',
      text: 'string',
      tags: 'array of 2, the first: string',
      author: { name: 'string', echoed: 'string', page: 'string' },
    },
  ],
}

describe('select', () => {
  it('answers only what it names, and the log keeps the whole answer', async () => {
    verifies('tools.execute.select')
    const listed = await execute('items[:2].{id: id, tag: tags[0]}')
    expect(listed).toMatchObject({
      data: {
        items: [
          { id: 'n0', tag: 'door' },
          { id: 'n1', tag: 'door' },
        ],
      },
      error: null,
      successful: true,
    })
    expect(listed).not.toHaveProperty('selection')
    expect((await execute('items[0].{id: id}')).data).toEqual({ id: 'n0' })
    expect((await execute('items[1].text')).data).toEqual({ value: 'Note 1' })
    expect((await execute(['/items/0/id', '/items/4/tags/1'])).data).toEqual({
      '/items/0/id': 'n0',
      '/items/4/tags/1': 't4',
    })
    const entry = await service.client.logs.get({ params: { id: listed.log_id ?? '' } })
    expect(entry).toMatchObject({
      request: { select: 'items[:2].{id: id, tag: tags[0]}' },
      response: { items: [{ text: 'Note 0' }, {}, {}, {}, { text: 'Note 4' }] },
    })
  })

  it('says that it selects nothing, with the shape of the answer', async () => {
    verifies('tools.execute.select')
    expect(await execute('items[].title')).toMatchObject({
      data: { items: [] },
      error: null,
      selection: {
        message:
          'The call was made, and `select` "items[].title" selects an empty list from its answer; `shape` shows what it has.',
        shape,
      },
      sent: 1,
    })
    expect(await execute('notes[0]')).toMatchObject({
      data: {},
      selection: { message: expect.stringContaining('selects nothing from its answer'), shape },
    })
    expect((await execute('items[?id == "n1"].text')).selection?.message).toMatch(
      /What stands between double quotes is a name: write texts between single quotes\.$/,
    )
    expect(await execute('{total: total, next: next}')).toMatchObject({
      data: { total: null, next: null },
      selection: { shape },
    })
    expect(await execute(['/items/0/id', '/items/9'])).toMatchObject({
      data: { '/items/0/id': 'n0' },
      selection: {
        message:
          'The call was made, and there is nothing at "/items/9" of its answer; `shape` shows what it has.',
        shape,
      },
    })
  })

  it('is refused before anything is sent where it could select nothing', async () => {
    verifies('tools.execute.select-refused')
    for (const [wrong, why] of [
      ['items[', 'Syntax error'],
      ['frobnicate(items)', 'there is no function frobnicate'],
      ['items[?id == 1]', 'Syntax error'],
    ] as const) {
      const refused = await execute(wrong)
      expect(refused).toMatchObject({ successful: false, sent: 0 })
      expect(refused.error).toContain(
        `NOTES_LIST_NOTES was not called: \`select\` "${wrong}" is not`,
      )
      expect(refused.error).toContain(why)
    }
    const body = (select: unknown) => ({ body: { user_id: 'ada', select } })
    const path = '/api/v3/tools/execute/NOTES_LIST_NOTES'
    for (const wrong of ['', 'a'.repeat(2001), ['items'], [], Array(51).fill('/a'), {}, 1])
      expect((await service.request('POST', path, body(wrong))).status).toBe(400)
  })

  it('leaves an answer whole that it does not fit, and a failure as it is', async () => {
    verifies('tools.execute.select-refused')
    const whole = await execute('sum(items[].text)')
    expect(whole.error).toBeNull()
    expect(whole.data['items']).toHaveLength(5)
    expect(whole.selection?.message).toMatch(
      /^The answer is whole, because `select` "sum\(items\[\]\.text\)" cannot be evaluated on the answer: /,
    )
    const failed = await execute('items[0]', 'NOTES_DELETE_NOTE', { arguments: { id: 'n9' } })
    expect(failed).toMatchObject({ successful: false, data: { status: 404 } })
    expect(failed).not.toHaveProperty('selection')
  })

  it('cannot put together what was removed from the answer', async () => {
    verifies('tools.execute.select-bounded')
    const taken = await execute(
      'items[0].author | {e: echoed, r: reverse(echoed), s: split(``, echoed)}'.replace('``', "''"),
    )
    expect(taken.data['e']).not.toContain(secret)
    expect(taken.data['r']).not.toBe([...secret].reverse().join(''))
    expect(JSON.stringify(taken.data['s'])).not.toBe(JSON.stringify([...secret]))
  })

  it('leaves paging as it is, and selects from all pages together', async () => {
    const more = { arguments: { paged: 'yes' } }
    const first = await execute('items[].id', 'NOTES_LIST_PAGES', more)
    expect(first.data).toEqual({ items: ['n0', 'n1'] })
    expect(first.paging?.next?.arguments).toEqual({ paged: 'yes', cursor: '2' })
    const all = await execute('items[].id', 'NOTES_LIST_PAGES', { ...more, all: true })
    expect(all.data).toEqual({ items: ['n0', 'n1', 'n2', 'n3', 'n4'] })
    expect(all.paging).toMatchObject({ pages: 3, items: 5 })
  })

  it('is an option of the command line, which says on standard error what was not there', async () => {
    verifies('tools.execute.select')
    const connection = ['--url', service.url, '--api-key', service.apiKey]
    const run = (select: string) =>
      runCli(
        ['tools', 'execute', 'NOTES_LIST_NOTES', '--user', 'ada', '--select', select].concat(
          connection,
        ),
      )
    const selected = await run('items[].id')
    expect([selected.code, JSON.parse(selected.stdout)]).toEqual([
      0,
      { items: ['n0', 'n1', 'n2', 'n3', 'n4'] },
    ])
    const nothing = await run('notes')
    expect([nothing.code, nothing.stdout.trim()]).toEqual([0, '{}'])
    expect(nothing.stderr).toContain('selects nothing from its answer')
    expect(nothing.stderr).toContain('"text": "string"')
    const wrong = await run('items[')
    expect(wrong.code).toBe(1)
    expect(wrong.stderr).toContain('NOTES_LIST_NOTES was not called')
  })

  it('is taken by sessions and by the calls of a multi-execute, and by no meta tool', async () => {
    verifies('tools.execute.select')
    const params = { session_id: sessionId }
    const one = await service.client.sessions.execute({
      params,
      body: { tool_slug: 'NOTES_LIST_NOTES', select: 'items[].id' },
    })
    expect(one).toMatchObject({ data: { items: ['n0', 'n1', 'n2', 'n3', 'n4'] }, error: null })
    const many = await service.client.sessions.executeMeta({
      params,
      body: {
        slug: 'SVC_MULTI_EXECUTE_TOOL',
        arguments: {
          tools: [
            { tool_slug: 'NOTES_LIST_NOTES', select: 'items[-1].id' },
            { tool_slug: 'NOTES_LIST_NOTES', select: ['/items/2/id'] },
            { tool_slug: 'NOTES_LIST_NOTES', select: 'items[' },
            { tool_slug: 'NOTES_LIST_NOTES', select: 'nothing' },
          ],
        },
      },
    })
    expect(many.data).toMatchObject({
      results: [
        { data: { value: 'n4' } },
        { data: { '/items/2/id': 'n2' } },
        { successful: false, error: expect.stringContaining('was not called') },
        { data: {}, successful: true, selection: { shape } },
      ],
    })
    const meta = await service.request('POST', `/api/v3/tool_router/session/${sessionId}/execute`, {
      body: { tool_slug: 'SVC_SEARCH_TOOLS', arguments: {}, select: 'a' },
    })
    expect(meta.status).toBe(400)
    expect(meta.body.error.message).toBe('`select` is for the tools of toolkits')
  })
})
