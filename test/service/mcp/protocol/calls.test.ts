import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { startNotesService, type NotesService } from '../../../support/notes-service.ts'
import { ask, shakeHands } from './speak.ts'

let notes: NotesService
let key: { headers: Record<string, string> }
beforeAll(async () => {
  notes = await startNotesService({
    status: ({ url }) => (url === '/notes/missing' ? 404 : 200),
    answer: ({ url, headers }) =>
      url === '/notes/missing'
        ? { message: 'There is no such note' }
        : { url, key: headers['x-notes-key'] ?? null },
  })
  key = { headers: { 'x-api-key': notes.service.apiKey } }
})
afterAll(() => notes.close())

const open = async (user = 'ada', rules: Record<string, unknown> = {}) =>
  (await notes.service.client.sessions.create({ body: { user_id: user, ...rules } })).mcp.url
const call = (
  url: string,
  name: string,
  given: Record<string, unknown> = {},
  options: Record<string, unknown> = {},
) => ask(url, 'tools/call', { name, arguments: given }, { ...key, ...options })
const urlCapability = { elicitation: { url: {} } }

describe('a call', () => {
  it('answers text and structured content, and is in the execution log', async () => {
    verifies('mcp-protocol.results', 'mcp-protocol.log')
    await notes.connect('ada')
    const { status, headers, body } = await call(await open(), 'NOTES_LIST_NOTES', {
      tag: ['a', 'b'],
    })
    expect([status, headers.get('content-type'), body.result.resultType]).toEqual([
      200,
      'application/json',
      'complete',
    ])
    const data = { url: '/notes?tag=a&tag=b', key: '[redacted]' }
    expect(body.result).toMatchObject({
      structuredContent: data,
      content: [{ type: 'text', text: JSON.stringify(data) }],
    })
    expect(body.result.isError).toBeUndefined()
    const entry = await notes.service.client.logs.get({
      params: { id: body.result._meta['plugboard/log_id'] },
    })
    expect(entry).toMatchObject({
      tool_slug: 'NOTES_LIST_NOTES',
      user_id: 'ada',
      status: 'success',
    })
  })

  it('runs meta tools as REST does', async () => {
    verifies('mcp-protocol.results')
    await notes.connect('ada')
    const { body } = await call(await open(), 'SVC_MULTI_EXECUTE_TOOL', {
      tools: [{ tool_slug: 'OPEN_GET_NOTE', arguments: { id: '7' } }],
    })
    expect(body.result.structuredContent).toMatchObject({
      succeeded: 1,
      failed: 0,
      results: [{ data: { url: '/notes/7' } }],
    })
  })

  it('that a model can mend is a result with the reason', async () => {
    verifies('mcp-protocol.results')
    const url = await open()
    const wrong = await call(url, 'OPEN_GET_NOTE', { id: 7 })
    expect(wrong.body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('id') }],
      structuredContent: {
        error: expect.any(String),
        data: { issues: [expect.stringContaining('id')] },
      },
    })
    const missing = await call(url, 'OPEN_GET_NOTE', { id: 'missing' })
    expect(missing.body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('There is no such note') }],
      structuredContent: { data: { status: 404 } },
    })
    const handshake = await shakeHands(url, key)
    expect(
      (await handshake.request('tools/call', { name: 'SVC_SEARCH_TOOLS', arguments: {} })).body
        .result,
    ).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('queries') }] })
  })

  it('of a tool that is not there, or that the rules exclude, is an error of the protocol', async () => {
    verifies('mcp-protocol.results', 'mcp-protocol.policy')
    const before = notes.upstream.received.length
    const url = await open('ada', {
      toolkits: ['open'],
      tools: { open: { disable: ['OPEN_DELETE_NOTE'] } },
      workbench: { enable: false },
      manage_connections: false,
    })
    for (const name of [
      'NO_SUCH_TOOL',
      'OPEN_DELETE_NOTE',
      'NOTES_LIST_NOTES',
      'SVC_REMOTE_WORKBENCH',
      'SVC_MANAGE_CONNECTIONS',
      '',
    ]) {
      const { status, body } = await call(url, name, { id: '1' })
      expect([status, body.error?.code], name).toEqual([200, -32602])
      const handshake = await shakeHands(url, key)
      expect(
        (await handshake.request('tools/call', { name, arguments: { id: '1' } })).body.error?.code,
        name,
      ).toBe(-32602)
    }
    const { body } = await ask(url, 'tools/list', {}, key)
    expect(body.result.tools.map((tool: { name: string }) => tool.name)).not.toContain(
      'SVC_MANAGE_CONNECTIONS',
    )
    expect(notes.upstream.received).toHaveLength(before)
    expect(
      (await call(url, 'OPEN_GET_NOTE', { id: '1' })).body.result.structuredContent,
    ).toMatchObject({ url: '/notes/1' })
    expect((await ask(url, 'tools/list', { cursor: 'x' }, key)).body.error.code).toBe(-32602)
  })

  it('that needs approval waits for it, and is made once it is given', async () => {
    verifies('mcp-protocol.policy')
    const { session_id, mcp } = await notes.service.client.sessions.create({
      body: { user_id: 'ada', approvals: { tools: ['OPEN_DELETE_NOTE'] } },
    })
    const before = notes.upstream.received.length
    const first = await call(mcp.url, 'OPEN_DELETE_NOTE', { id: '9' })
    expect(first.body.result).toMatchObject({
      isError: true,
      structuredContent: { data: { status: 'pending_approval', approval_id: expect.any(String) } },
    })
    expect(notes.upstream.received).toHaveLength(before)
    const { approval_id } = first.body.result.structuredContent.data
    await notes.service.client.sessions.decide({
      params: { session_id, approval_id },
      body: { decision: 'approve' },
    })
    expect(
      (await call(mcp.url, 'OPEN_DELETE_NOTE', { id: '9' })).body.result.isError,
    ).toBeUndefined()
    expect(notes.upstream.received).toHaveLength(before + 1)
  })

  it('of a custom tool says that it runs elsewhere', async () => {
    verifies('mcp-protocol.results')
    const url = await open('ada', {
      experimental: {
        custom_tools: [
          {
            slug: 'greet',
            name: 'Greet',
            description: 'Greets',
            input_schema: { type: 'object', properties: {} },
          },
        ],
      },
    })
    expect((await call(url, 'LOCAL_GREET')).body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/process/) }],
    })
  })
})

describe('a missing connection', () => {
  const link = expect.stringMatching(/\/connect\/lk_\w+$/)

  it('is named with its link to a client that cannot open pages', async () => {
    verifies('mcp-protocol.connect')
    const url = await open('bob')
    const handshakes = await Promise.all(
      ['2025-06-18', '2025-11-25'].map((version) =>
        shakeHands(url, {
          ...key,
          version,
          capabilities: version === '2025-11-25' ? { elicitation: {} } : urlCapability,
        }),
      ),
    )
    for (const { body } of [
      await call(url, 'NOTES_LIST_NOTES'),
      await call(url, 'NOTES_LIST_NOTES', {}, { capabilities: { elicitation: {} } }),
      ...(await Promise.all(
        handshakes.map(({ request }) =>
          request('tools/call', { name: 'NOTES_LIST_NOTES', arguments: {} }),
        ),
      )),
    ]) {
      expect(body.result).toMatchObject({
        isError: true,
        structuredContent: { data: { toolkit: 'notes', redirect_url: link } },
      })
      expect(body.result.content[0].text).toContain(body.result.structuredContent.data.redirect_url)
    }
  })

  it('has a client of 2026-07-28 open the link by its result, once; then the call goes through', async () => {
    verifies('mcp-protocol.connect')
    const url = await open('carl')
    const asked = await call(url, 'NOTES_LIST_NOTES', {}, { capabilities: urlCapability })
    expect(asked.body.result).toMatchObject({ resultType: 'input_required' })
    const [[id, request] = ['', {}]] = Object.entries<Record<string, unknown>>(
      asked.body.result.inputRequests,
    )
    expect(request).toMatchObject({
      method: 'elicitation/create',
      params: { mode: 'url', url: link, message: expect.stringContaining('notes') },
    })
    const retry = () =>
      ask(
        url,
        'tools/call',
        { name: 'NOTES_LIST_NOTES', arguments: {}, inputResponses: { [id]: { action: 'accept' } } },
        { ...key, capabilities: urlCapability },
      )
    expect((await retry()).body.result).toMatchObject({
      isError: true,
      structuredContent: { data: { redirect_url: link } },
    })
    await notes.connect('carl')
    expect((await retry()).body.result).toMatchObject({ structuredContent: { key: '[redacted]' } })
  })

  it('has a client of 2025-11-25 open the link by the error that says so', async () => {
    verifies('mcp-protocol.connect')
    const url = await open('dora')
    const { request } = await shakeHands(url, { ...key, capabilities: urlCapability })
    const asked = await request('tools/call', { name: 'NOTES_LIST_NOTES', arguments: {} })
    expect(asked).toMatchObject({
      status: 200,
      body: {
        error: {
          code: -32042,
          data: {
            elicitations: [
              {
                mode: 'url',
                url: link,
                elicitationId: expect.any(String),
                message: expect.any(String),
              },
            ],
          },
        },
      },
    })
    await notes.connect('dora')
    expect(
      (await request('tools/call', { name: 'NOTES_LIST_NOTES', arguments: {} })).body.result
        .structuredContent,
    ).toMatchObject({ key: '[redacted]' })
  })

  it('of one call of several asks for nothing once another was made, since all would be made again', async () => {
    verifies('mcp-protocol.connect')
    const url = await open('emil')
    const lacking = { tool_slug: 'NOTES_LIST_NOTES', arguments: {} }
    const made = { tool_slug: 'OPEN_GET_NOTE', arguments: { id: '1' } }
    const mixed = await call(
      url,
      'SVC_MULTI_EXECUTE_TOOL',
      { tools: [lacking, made] },
      { capabilities: urlCapability },
    )
    expect(mixed.body.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { succeeded: 1, failed: 1 },
    })
    const none = await call(
      url,
      'SVC_MULTI_EXECUTE_TOOL',
      { tools: [lacking, lacking] },
      { capabilities: urlCapability },
    )
    expect(Object.keys(none.body.result.inputRequests)).toHaveLength(1)
  })
})
