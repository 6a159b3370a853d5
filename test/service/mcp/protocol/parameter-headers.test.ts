import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import type { ImportReport } from '../../../../src/contract/toolkits.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import {
  startMcpServer,
  tool,
  type McpServerFixture,
} from '../../../support/mcp/start-mcp-server.ts'
import { startSessionServer } from '../../../support/mcp/start-session-server.ts'
import { startService, type TestService } from '../../../support/start-service.ts'
import { ask, shakeHands } from './speak.ts'

const schema = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  inputSchema: { type: 'object' as const, properties, ...more } as never,
})
const region = { type: 'string', 'x-mcp-header': 'Region' }
const sound = {
  region,
  count: { type: 'integer', 'x-mcp-header': 'Count' },
  deep: { type: 'object', properties: { flag: { type: 'boolean', 'x-mcp-header': 'Flag' } } },
  'x-mcp-header': { type: 'string' },
}

const unsound: Record<string, object> = {
  number: schema({ size: { type: 'number', 'x-mcp-header': 'Size' } }),
  space: schema({ region: { ...region, 'x-mcp-header': 'My Region' } }),
  twice: schema({ region, other: { type: 'string', 'x-mcp-header': 'REGION' } }),
  item: schema({ regions: { type: 'array', items: region } }),
  choice: schema({}, { anyOf: [{ properties: { region } }] }),
  defined: schema({ region: { $ref: '#/$defs/region' } }, { $defs: { region } }),
}

let service: TestService
let upstream: McpServerFixture
let report: ImportReport
let url: string
let key: { headers: Record<string, string> }
beforeAll(async () => {
  const tools = [
    tool('place', schema(sound)),
    ...Object.entries(unsound).map(([name, more]) => tool(name, more)),
  ]
  upstream = await startMcpServer(
    { tools, call: (_name, args) => ({ content: [], structuredContent: args }) },
    { era: 'modern', keep: true },
  )
  service = await startService({ keep: true, egressAllow: ['127.0.0.1/32'] })
  report = await importToolkit(service, { slug: 'far', source: { mcp: { url: upstream.mcpUrl } } })
  url = `${(await service.client.mcp.createCustom({ body: { name: 'Far server', toolkits: ['far'] } })).mcp_url}?user_id=ada`
  key = { headers: { 'x-api-key': service.apiKey } }
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

const given = { region: 'Zürich', count: 3, deep: { flag: true } }
const zurich = `=?base64?${Buffer.from('Zürich').toString('base64')}?=`
const call = (headers: Record<string, string>, args: Record<string, unknown> = given) =>
  ask(
    url,
    'tools/call',
    { name: 'FAR_PLACE', arguments: args },
    { headers: { ...key.headers, ...headers } },
  )

describe('a tool that wants arguments in headers', () => {
  it('of a server gets them, and one whose declarations are not sound is left out', async () => {
    verifies('mcp-source.parameter-headers')
    expect(report.tools).toEqual(['FAR_PLACE'])
    expect(report.skipped).toEqual(
      Object.keys(unsound).map((operation) => ({
        operation,
        reason: expect.stringContaining('x-mcp-header'),
      })),
    )
    const { error } = await service.client.tools.execute({
      params: { tool_slug: 'FAR_PLACE' },
      body: { user_id: 'ada', arguments: { ...given, 'x-mcp-header': 'no declaration' } },
    })
    expect(error).toBeNull()
    expect(upstream.received.at(-1)?.headers).toMatchObject({
      'mcp-param-region': zurich,
      'mcp-param-count': '3',
      'mcp-param-flag': 'true',
    })
  })

  it('of ours is called by clients that send them', async () => {
    verifies('mcp-protocol.parameter-headers')
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: 'auto' } },
    )
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: key }))
    expect((await client.listTools()).tools[0]?.inputSchema).toMatchObject({
      properties: { region },
    })
    expect(
      (await client.callTool({ name: 'FAR_PLACE', arguments: given })).structuredContent,
    ).toEqual(given)
    await client.close()
    for (const headers of [
      {
        'mcp-param-region': zurich,
        'mcp-param-count': '3.0',
        'mcp-param-flag': 'true',
        'mcp-param-more': 'x',
      },
    ])
      expect((await call(headers)).body.result.structuredContent).toEqual(given)
    expect((await call({ 'mcp-param-region': 'x' }, {})).body.result.structuredContent).toEqual({})
  })

  it('of ours is not called when they say something else than the arguments', async () => {
    verifies('mcp-protocol.parameter-headers')
    const before = upstream.received.length
    const right = { 'mcp-param-region': zurich, 'mcp-param-count': '3', 'mcp-param-flag': 'true' }
    for (const [name, value] of [
      ['region', 'Bern'],
      ['region', '=?base64?WsO8cmljaA?='],
      ['region', '=?base64?/w==?='],
      ['count', '4'],
      ['count', '0x3'],
      ['flag', 'True'],
      ['flag', undefined],
    ] as const) {
      const { [`mcp-param-${name}`]: _replaced, ...others } = right as Record<string, string>
      const { status, body } = await call({
        ...others,
        ...(value !== undefined && { [`mcp-param-${name}`]: value }),
      })
      expect([status, body.error.code, body.id], `${name} ${value}`).toEqual([400, -32020, 1])
      expect(body.error.message).toContain(`Mcp-Param-${name[0]?.toUpperCase()}${name.slice(1)}`)
    }
    expect(upstream.received).toHaveLength(before)
    const { request } = await shakeHands(url, key)
    expect(
      (await request('tools/call', { name: 'FAR_PLACE', arguments: given })).body.result
        .structuredContent,
    ).toEqual(given)
  })

  it('of a server of the older era, where they mean nothing, is listed without declarations that are not sound', async () => {
    verifies('mcp-protocol.parameter-headers')
    const old = await startSessionServer(() => ({ content: [] }), {
      tools: Object.entries(unsound).map(([name, more]) => tool(name, more)),
    })
    expect(
      (await importToolkit(service, { slug: 'old', source: { mcp: { url: old.mcpUrl } } })).made,
    ).toBe(Object.keys(unsound).length)
    const { mcp_url } = await service.client.mcp.createCustom({
      body: { name: 'Old server', toolkits: ['old'] },
    })
    const { body } = await ask(`${mcp_url}?user_id=ada`, 'tools/list', {}, key)
    expect(body.result.tools).toHaveLength(Object.keys(unsound).length)
    expect(JSON.stringify(body)).not.toContain('x-mcp-header')
  })
})
