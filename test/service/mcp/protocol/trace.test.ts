import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { startMcpServer, tool } from '../../../support/mcp/start-mcp-server.ts'
import { notesApi, openNotesApi } from '../../../support/notes-api.ts'
import { startService, type TestService } from '../../../support/start-service.ts'
import {
  json,
  startUpstream,
  type ReceivedRequest,
  type Upstream,
} from '../../../support/start-upstream.ts'
import { ask, shakeHands } from './speak.ts'

const trace = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'vendor=1',
  baggage: 'tenant=blue',
}
const { baggage: _kept, ...traceHeaders } = trace

let service: TestService
let upstream: Upstream
let other: Upstream
let url: string
let key: { headers: Record<string, string> }
let sessionId: string
beforeAll(async () => {
  other = await startUpstream((_request, response) => json(response, 200, {}), { keep: true })
  upstream = await startUpstream(
    (request, response) =>
      request.url === '/notes/moved'
        ? void response.writeHead(307, { location: `${other.url}/notes` }).end()
        : json(response, 200, {}),
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: ['127.0.0.1/32'] })
  await importToolkit(service, { slug: 'open', source: { openapi: openNotesApi(upstream.url) } })
  await importToolkit(service, { slug: 'notes', source: { openapi: notesApi(upstream.url) } })
  const session = await service.client.sessions.create({ body: { user_id: 'ada' } })
  url = session.mcp.url
  sessionId = session.session_id
  key = { headers: { 'x-api-key': service.apiKey } }
})
afterAll(async () => {
  await service.close()
  await upstream.close()
  await other.close()
})

const fieldsOf = (request: ReceivedRequest | undefined) =>
  Object.fromEntries(
    ['traceparent', 'tracestate', 'baggage'].flatMap((name) =>
      request?.headers[name] === undefined ? [] : [[name, request.headers[name]]],
    ),
  )
const lastSent = () => fieldsOf(upstream.received.at(-1))
const get = { name: 'OPEN_GET_NOTE', arguments: { id: '1' } }
const several = {
  name: 'SVC_MULTI_EXECUTE_TOOL',
  arguments: { tools: [{ tool_slug: 'OPEN_GET_NOTE', arguments: { id: '2' } }] },
}

describe('the trace of a message', () => {
  it('goes on to the API that its tool calls, in both eras and from a tool that calls tools', async () => {
    verifies('mcp-protocol.trace')
    for (const params of [get, several]) {
      await ask(url, 'tools/call', params, { ...key, meta: trace })
      expect(lastSent()).toEqual(trace)
    }
    const { request } = await shakeHands(url, key)
    await request('tools/call', { ...get, _meta: trace })
    expect(lastSent()).toEqual(trace)
    await ask(url, 'tools/call', get, {
      ...key,
      meta: { traceparent: 'no trace', tracestate: 'vendor=1', baggage: 'no baggage' },
    })
    expect(lastSent()).toEqual({})
    await ask(url, 'tools/call', get, key)
    expect(lastSent()).toEqual({})
  })

  it('is that of the HTTP request where the message says none, without its baggage', async () => {
    verifies('mcp-protocol.trace')
    const headers = { ...key.headers, ...trace }
    await ask(url, 'tools/call', get, { headers })
    expect(lastSent()).toEqual(traceHeaders)
    const { request } = await shakeHands(url, { headers })
    await request('tools/call', get)
    expect(lastSent()).toEqual(traceHeaders)
    const said = { traceparent: '00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
    await ask(url, 'tools/call', get, { headers, meta: said })
    expect(lastSent()).toEqual(said)
    await ask(url, 'tools/call', get, {
      headers,
      meta: { traceparent: 'no trace', baggage: 'tenant=green' },
    })
    expect(lastSent()).toEqual({ ...traceHeaders, baggage: 'tenant=green' })
    await ask(url, 'tools/call', get, {
      headers: { ...key.headers, traceparent: 'no trace', tracestate: 'vendor=1' },
    })
    expect(lastSent()).toEqual({})
  })

  it('leaves its baggage behind when the API leads elsewhere', async () => {
    verifies('mcp-protocol.trace')
    await ask(
      url,
      'tools/call',
      { name: 'OPEN_GET_NOTE', arguments: { id: 'moved' } },
      { ...key, meta: trace },
    )
    expect(lastSent()).toEqual(trace)
    expect(fieldsOf(other.received.at(-1))).toEqual(traceHeaders)
  })

  it('goes on to an MCP server in the message', async () => {
    verifies('mcp-protocol.trace')
    const server = await startMcpServer({ tools: [tool('look')], call: () => ({ content: [] }) })
    await importToolkit(service, { slug: 'far', source: { mcp: { url: server.mcpUrl } } })
    const { mcp } = await service.client.sessions.create({ body: { user_id: 'ada' } })
    await ask(
      mcp.url,
      'tools/call',
      { name: 'FAR_LOOK', arguments: { place: 'here' } },
      { ...key, meta: trace },
    )
    const { params } = JSON.parse(server.received.at(-1)?.body ?? '') as {
      params: { _meta: Record<string, unknown> }
    }
    expect(params._meta).toMatchObject({
      ...trace,
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    })
    expect(fieldsOf(server.received.at(-1))).toEqual({})
  })
})

describe('the trace of a request to REST', () => {
  it('goes on to the API that it calls, without the baggage of the caller', async () => {
    verifies('conventions.trace')
    const headers = { ...key.headers, ...trace }
    for (const [path, body] of [
      ['/api/v3/tools/execute/OPEN_GET_NOTE', { user_id: 'ada', arguments: { id: '1' } }],
      [
        '/api/v3/tools/execute/proxy',
        {
          endpoint: '/notes',
          method: 'GET',
          custom_connection_data: {
            authScheme: 'API_KEY',
            toolkitSlug: 'notes',
            val: { generic_api_key: 'key-of-ada' },
          },
        },
      ],
      [
        `/api/v3/tool_router/session/${sessionId}/execute`,
        { tool_slug: 'OPEN_GET_NOTE', arguments: { id: '1' } },
      ],
      [
        `/api/v3/tool_router/session/${sessionId}/execute_meta`,
        { slug: several.name, arguments: several.arguments },
      ],
    ] as const) {
      expect((await service.request('POST', path, { headers, body })).status, path).toBe(200)
      expect(lastSent(), path).toEqual(traceHeaders)
    }
  })
})
