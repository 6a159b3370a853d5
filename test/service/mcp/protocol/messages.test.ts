import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { startNotesService, type NotesService } from '../../../support/notes-service.ts'
import { runSuite } from './conformance/run-suite.ts'
import { startHeaderProxy } from './conformance/start-header-proxy.ts'
import { ask, handshakeVersions, modernVersion, post, shakeHands } from './speak.ts'

let notes: NotesService
let url: string
let key: { headers: Record<string, string> }
beforeAll(async () => {
  notes = await startNotesService()
  const { mcp } = await notes.service.client.sessions.create({ body: { user_id: 'ada' } })
  url = mcp.url
  key = { headers: { 'x-api-key': notes.service.apiKey } }
})
afterAll(() => notes.close())

describe('the endpoint of a session, in 2026-07-28', () => {
  it('says what it is, and how long that may be remembered', async () => {
    verifies('mcp-protocol.modern')
    const { status, headers, body } = await ask(url, 'server/discover', {}, key)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('application/json')
    expect(body.result).toMatchObject({
      supportedVersions: [modernVersion],
      capabilities: { tools: {} },
      instructions: expect.stringContaining('SVC_SEARCH_TOOLS'),
      ttlMs: expect.any(Number),
      cacheScope: 'private',
      _meta: {
        'io.modelcontextprotocol/serverInfo': { name: 'plugboard', version: expect.any(String) },
      },
    })
    expect(Object.keys(body.result.capabilities)).toEqual(['tools'])
  })

  it('lists the meta tools in force, always in the same order', async () => {
    verifies('mcp-protocol.session-tools', 'mcp-protocol.tools', 'mcp-protocol.modern')
    const { body } = await ask(url, 'tools/list', {}, key)
    const again = await ask(url, 'tools/list', {}, key)
    const session = await notes.service.client.sessions.get({
      params: { session_id: url.split('/').at(-1) ?? '' },
    })
    expect(body.result.tools.map((tool: { name: string }) => tool.name)).toEqual(
      session.tool_router_tools,
    )
    expect(again.body).toEqual(body)
    expect(body.result).toMatchObject({
      resultType: 'complete',
      cacheScope: 'private',
      ttlMs: expect.any(Number),
    })
    expect(body.result.tools[0]).toMatchObject({
      name: 'SVC_SEARCH_TOOLS',
      title: 'Search tools',
      description: expect.any(String),
      inputSchema: { type: 'object', required: ['queries'] },
      outputSchema: { type: 'object' },
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    })
  })

  it('refuses a message whose headers say something else', async () => {
    verifies('mcp-protocol.headers')
    for (const headers of [
      { 'mcp-method': 'tools/call' },
      { 'mcp-protocol-version': '2025-11-25' },
    ] as Record<string, string>[]) {
      const { status, body } = await ask(
        url,
        'tools/list',
        {},
        { headers: { ...key.headers, ...headers } },
      )
      expect([status, body.error.code], JSON.stringify(headers)).toEqual([400, -32020])
    }
    const { status, body } = await ask(
      url,
      'tools/call',
      { name: 'SVC_SEARCH_TOOLS', arguments: {} },
      { headers: { ...key.headers, 'mcp-name': 'OTHER' } },
    )
    expect([status, body.error.code]).toEqual([400, -32020])
  })

  it('has no method of the older revisions', async () => {
    verifies('mcp-protocol.modern')
    for (const method of ['initialize', 'ping', 'prompts/list', 'no/such']) {
      const { status, body } = await ask(url, method, {}, key)
      expect([status, body.error.code, body.id], method).toEqual([404, -32601, 1])
    }
  })
})

describe('the endpoint of a session, after a handshake', () => {
  it.each(handshakeVersions)('speaks %s', async (version) => {
    verifies('mcp-protocol.handshake')
    const { opened, request, notify } = await shakeHands(url, { ...key, version })
    expect(opened.body.result).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: 'plugboard' },
      capabilities: { tools: {} },
      instructions: expect.any(String),
    })
    expect(opened.headers.get('mcp-session-id')).toMatch(/^[!-~]+$/)
    expect((await notify('notifications/initialized')).status).toBe(202)
    const { status, headers, body } = await request('tools/list')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(body.result.tools[0].name).toBe('SVC_SEARCH_TOOLS')
    expect(body.result.ttlMs).toBeUndefined()
    expect((await request('ping')).body.result).toEqual({})
    expect(await request('no/such')).toMatchObject({
      status: 200,
      body: { error: { code: -32601 } },
    })
  })

  it('offers its newest revision to a client that asks for another', async () => {
    verifies('mcp-protocol.handshake')
    const { opened } = await shakeHands(url, { ...key, version: '2024-11-05' })
    expect(opened.body.result.protocolVersion).toBe('2025-11-25')
    const refused = await post(
      url,
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { headers: { ...key.headers, 'mcp-protocol-version': '1999-01-01' } },
    )
    expect([refused.status, refused.body.error.code]).toEqual([400, -32000])
  })

  it('needs no client session: any node answers a client that began with another', async () => {
    verifies('mcp-protocol.stateless')
    for (const session of [undefined, 'mcs_00000000000000000', 'of another server']) {
      const { body } = await post(
        url,
        { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        {
          headers: { ...key.headers, ...(session !== undefined && { 'mcp-session-id': session }) },
        },
      )
      expect(body.result.tools).not.toHaveLength(0)
    }
    for (const method of ['GET', 'DELETE'])
      expect((await fetch(url, { method, headers: key.headers })).status).toBe(405)
  })

  it('answers a batch of messages together', async () => {
    verifies('mcp-protocol.handshake')
    const { send } = await shakeHands(url, { ...key, version: '2025-03-26' })
    const { status, body } = await send([
      { jsonrpc: '2.0', id: 'a', method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 'b', method: 'no/such' },
    ])
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { id: 'a', result: {} },
      { id: 'b', error: { code: -32601 } },
    ])
    for (const batch of [
      [],
      Array.from({ length: 51 }, () => ({ jsonrpc: '2.0', id: 1, method: 'ping' })),
      [
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: {
            protocolVersion: '2025-03-26',
            capabilities: {},
            clientInfo: { name: 'a', version: '1' },
          },
        },
      ],
    ]) {
      expect((await send(batch)).status).toBe(400)
    }
  })
})

describe('what is no message', () => {
  it('is refused in JSON-RPC with the status of HTTP, a request id and what to do', async () => {
    verifies('mcp-protocol.broken')
    const deep = `${'['.repeat(300)}${']'.repeat(300)}`
    for (const text of [
      '',
      '{',
      deep,
      '"\\u0000"',
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: '\u0000' } }),
    ]) {
      const { status, headers, body } = await post(url, text, key)
      expect([status, body.error.code, body.id], text.slice(0, 20)).toEqual([400, -32700, null])
      expect(body.error.data).toMatchObject({
        request_id: headers.get('x-request-id'),
        suggested_fix: expect.any(String),
      })
    }
    for (const text of ['1', '{}', '{"jsonrpc":"1.0","id":1,"method":"ping"}'])
      expect((await post(url, text, key)).status, text).toBe(400)
    expect(
      (await post(url, '{}', { headers: { ...key.headers, 'content-type': 'text/plain' } })).status,
    ).toBe(400)
    expect((await post(url, `"${'x'.repeat(5_000_000)}"`, key)).status).toBe(400)
  })

  it('that the caller has no key for is not even read', async () => {
    verifies('mcp-protocol.keys')
    const { status, headers, body } = await post(url, '{')
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="plugboard"'])
    expect(body.error.data).toMatchObject({
      slug: 'unauthorized',
      suggested_fix: expect.stringContaining('Authorization: Bearer'),
    })
  })
})

describe('the official suite', () => {
  it.each([
    ['2026-07-28', ['tools-list', 'dns-rebinding-protection', 'http-header-validation']],
    ['2025-11-25', ['server-initialize', 'tools-list', 'dns-rebinding-protection']],
  ])(
    'finds nothing to object to at a real session in what it offers of %s',
    async (revision, scenarios) => {
      verifies('mcp-protocol.conformance')
      const proxy = await startHeaderProxy(url, key.headers)
      for (const scenario of scenarios) {
        const checks =
          (await runSuite(proxy.url, ['--scenario', scenario, '--spec-version', revision])).get(
            scenario,
          ) ?? []
        expect(
          checks.some(({ status }) => status === 'SUCCESS'),
          scenario,
        ).toBe(true)
        expect(
          checks.filter(({ status }) => status === 'FAILURE'),
          scenario,
        ).toEqual([])
      }
      await proxy.close()
    },
    300_000,
  )
})
