import { describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startMcpServer, tool, type McpServerFixture } from '../../support/mcp/start-mcp-server.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { dumpDatabase } from '../interface/isolation-model-dump.ts'

const canaries = ['canary-of-the-header', 'canary-of-the-path', 'canary-of-the-query']
const headers = { Authorization: 'Bearer canary-of-the-header', 'X-Team': 'blue' }

/** Says what it was sent, as a careless server would. */
const startClosed = (): Promise<McpServerFixture> =>
  startMcpServer({
    tools: [tool('look')],
    accepts: ({ headers: sent }) => sent['authorization'] === headers.Authorization,
    call: () => ({ content: [{ type: 'text', text: `you sent ${headers.Authorization}` }] }),
  })

const addressOf = (server: McpServerFixture) =>
  `${server.mcpUrl}/canary-of-the-path?key=canary-of-the-query`
const look = (service: TestService, slug = 'CLOSED_LOOK') =>
  service.client.tools.execute({
    params: { tool_slug: slug },
    body: { user_id: 'ada', arguments: { place: 'here' } },
  })

describe('headers and address of an MCP server', () => {
  it('go out with every request, and are nowhere to be read', async () => {
    verifies('mcp-source.headers')
    const server = await startClosed()
    const { database } = await createSharedDatabase()
    const lines: string[] = []
    const service = await startService({
      database,
      egressAllow: [server.host],
      writeLog: { write: (line) => void lines.push(line) },
    })
    await importToolkit(service, {
      slug: 'closed',
      source: { mcp: { url: addressOf(server), headers } },
    })
    const { log_id: id, ...outcome } = await look(service)
    expect(outcome).toMatchObject({ error: null, data: { text: 'you sent [redacted]' } })
    expect(server.received.length).toBeGreaterThan(2)
    for (const { headers: sent, url } of server.received) {
      expect(sent).toMatchObject({ authorization: headers.Authorization, 'x-team': 'blue' })
      expect(url).toBe('/mcp/canary-of-the-path?key=canary-of-the-query')
    }

    const { rows, files } = await dumpDatabase(database)
    expect(rows.some(({ text }) => text.includes('CLOSED_LOOK'))).toBe(true)
    const answers = [
      await service.client.toolkits.get({ params: { slug: 'closed' } }),
      await service.client.tools.get({ params: { tool_slug: 'CLOSED_LOOK' } }),
      await service.client.logs.get({ params: { id: String(id) } }),
    ]
    const written = [
      ...rows.map(({ text }) => text),
      ...files.map(({ bytes }) => bytes),
      ...lines,
      JSON.stringify(answers),
    ].join('\n')
    for (const canary of canaries) expect(written).not.toContain(canary)
  })

  it('stay when the same server is imported again without them, and never go to another', async () => {
    verifies('mcp-source.headers')
    const [server, other] = [
      await startClosed(),
      await startMcpServer({ tools: [tool('look')], call: () => ({ content: [] }) }),
    ]
    const service = await startService({ egressAllow: ['127.0.0.1/32'] })
    const importFrom = (url: string, more: object = {}, options: object = {}) =>
      importToolkit(service, { slug: 'closed', source: { mcp: { url, ...more } }, ...options })
    await importFrom(server.mcpUrl, { headers })
    expect((await importFrom(server.mcpUrl)).made).toBe(1)
    await expect(importFrom(server.mcpUrl, { headers: {} })).rejects.toThrow(
      /could not be listed: The MCP server answered 401$/,
    )
    expect((await look(service)).error).toBeNull()
    await importFrom(other.mcpUrl, {}, { accept_host_change: true })
    await look(service)
    for (const { headers: sent } of other.received) expect(sent).not.toHaveProperty('authorization')
  })

  it('of a refused import are not repeated in its error', async () => {
    verifies('mcp-source.headers')
    const server = await startMcpServer({ tools: [], call: () => ({ content: [] }) }, {})
    server.fixture.accepts = () => false
    const service = await startService({ egressAllow: ['127.0.0.1/32'] })
    const failure = await importToolkit(service, {
      slug: 'refused',
      source: { mcp: { url: server.mcpUrl, headers: { 'x-key': 'who are you' } } },
    }).then(String, String)
    expect(failure).toMatch(/answered 401\. Pass/)
    expect(failure).not.toContain('who are you')
  })

  it('that belong to the connection or the protocol are refused, and so are fields that mean nothing here', async () => {
    verifies('mcp-source.headers.own')
    const service = await startService()
    const start = async (mcp: object, more: object = {}) => {
      const { status, body } = await service.request('POST', '/api/v3/toolkits/import', {
        body: { slug: 'closed', source: { mcp }, ...more },
      })
      return [status, body.error.errors]
    }
    const url = 'https://mcp.example/mcp'
    for (const name of ['Host', 'Content-Length', 'mcp-session-id', 'Accept', 'a b', 'x-key\n'])
      expect(await start({ url, headers: { [name]: 'x' } })).toEqual([
        400,
        [expect.stringContaining('headers')],
      ])
    expect(await start({ url, headers: { 'x-key': 'a\r\nhost: b' } })).toEqual([
      400,
      [expect.stringContaining('headers')],
    ])
    for (const bad of [
      'ftp://mcp.example',
      'https://ada:secret@mcp.example/',
      'https://mcp.example/#part',
      'mcp.example',
    ])
      expect(await start({ url: bad })).toEqual([
        400,
        expect.arrayContaining([expect.stringContaining('body.source.mcp.url')]),
      ])
    expect(await start({ url }, { base_url: 'https://other.example' })).toEqual([
      400,
      [expect.stringContaining('body.base_url')],
    ])
    expect(await start({ url }, { current_user: { method: 'GET', path: '/me' } })).toEqual([
      400,
      [expect.stringContaining('body.current_user')],
    ])
    expect(
      (
        await service.request('POST', '/api/v3/toolkits/import', {
          body: { slug: 'closed', source: { mcp: { url }, openapi: {} } },
        })
      ).status,
    ).toBe(400)
  })
})
