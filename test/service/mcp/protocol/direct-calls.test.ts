import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNotesService, type NotesService } from '../../../support/notes-service.ts'
import { createFixtureOffer } from './conformance/fixture-server.ts'
import { fixtureKey, startFixture } from './conformance/start-fixture.ts'
import { ask, modernVersion, post } from './speak.ts'

describe('a call that asks for nothing but its result', () => {
  let notes: NotesService
  let url: string
  beforeAll(async () => {
    notes = await startNotesService({
      status: ({ url }) => (url === '/notes/missing' ? 404 : 200),
      answer: ({ url }) => ({ url }),
    })
    await notes.connect('ada')
    url = (await notes.service.client.sessions.create({ body: { user_id: 'ada' } })).mcp.url
  })
  afterAll(() => notes.close())

  /** Only a server of the library notifies of progress. */
  const byServer = { progressToken: 'p' }
  const call = async (name: string, given: unknown, meta = {}) => {
    const key = { 'x-api-key': notes.service.apiKey }
    const { status, headers, body } = await ask(
      url,
      'tools/call',
      { name, ...(given !== undefined && { arguments: given }) },
      { headers: key, meta },
    )
    const { request_id, ...data } = body.error?.data ?? {}
    if (body.error) Object.assign(body.error, { data: { ...data, request_id: typeof request_id } })
    const meta_ = body.result?._meta
    if (meta_?.['plugboard/log_id'] !== undefined) meta_['plugboard/log_id'] = 'log_'
    return { status, type: headers.get('content-type'), body }
  }

  it.each<[string, string, unknown]>([
    ['a result', 'NOTES_LIST_NOTES', { tag: ['a'] }],
    ['no arguments', 'NOTES_LIST_NOTES', undefined],
    ['an error of the third party', 'NOTES_GET_NOTE', { id: 'missing' }],
    ['arguments that are not valid', 'NOTES_GET_NOTE', { id: { not: 'a text' } }],
    ['arguments that are no object', 'NOTES_GET_NOTE', ['x']],
    ['a meta tool', 'SVC_GET_TOOL_SCHEMAS', { tool_slugs: ['NOTES_GET_NOTE'] }],
    ['a tool that nobody has', 'NOTES_GO_AWAY', {}],
  ])('is answered as a server of the library answers it: %s', async (_what, name, given) => {
    const direct = await call(name, given)
    expect(direct).toEqual(await call(name, given, byServer))
  })
})

describe('a fixture whose servers fail', () => {
  let fixture: Awaited<ReturnType<typeof startFixture>>
  beforeAll(async () => {
    fixture = await startFixture({
      ...createFixtureOffer(),
      createServer: () => {
        throw new Error('A server was created')
      },
    })
  })
  afterAll(() => fixture.close())

  const name = 'test_simple_text'
  const headers = { 'x-api-key': fixtureKey }
  const call = (params: Record<string, unknown>, question: Parameters<typeof ask>[3] = {}) =>
    ask(fixture.url, 'tools/call', params, {
      ...question,
      headers: { ...headers, ...question.headers },
    })

  it('answers a plain call', async () => {
    const { status, body } = await call({ name })
    expect([status, body.result.content[0].text]).toEqual([
      200,
      'This is a simple text response for testing.',
    ])
    expect(body.result._meta['io.modelcontextprotocol/serverInfo'].name).toBe('fixture')
  })

  it.each<[string, Record<string, unknown>, Parameters<typeof ask>[3]]>([
    ['progress', {}, { meta: { progressToken: 1 } }],
    ['pages', {}, { capabilities: { elicitation: { url: {} } } }],
    ['answers to questions', { inputResponses: {} }, {}],
    ['a state', { requestState: 'x' }, {}],
  ])('leaves a call with %s to a server', async (_what, params, question) => {
    expect((await call({ name, ...params }, question)).status).toBe(500)
  })

  it.each<[string, Parameters<typeof ask>[3]]>([
    ['another method in its header', { headers: { 'mcp-method': 'tools/list' } }],
    ['another tool in its header', { headers: { 'mcp-name': 'test_image_content' } }],
    ['another revision in its header', { headers: { 'mcp-protocol-version': '2025-11-25' } }],
    ['capabilities that are no object', { capabilities: 'all' as never }],
    [
      'a revision that is not known',
      { meta: { 'io.modelcontextprotocol/protocolVersion': '2027' } },
    ],
  ])('has the library refuse a call with %s', async (_what, question) => {
    const { status, body } = await call({ name }, question)
    expect([status, body.result]).toEqual([400, undefined])
  })

  it('has the library refuse a body of another kind of JSON', async () => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': modernVersion,
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }
    const { status } = await post(fixture.url, message, {
      headers: {
        ...headers,
        'content-type': 'application/merge-patch+json',
        'mcp-protocol-version': modernVersion,
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
    })
    expect(status).toBe(415)
  })
})
