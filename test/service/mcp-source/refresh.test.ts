import { describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startMcpServer, tool } from '../../support/mcp/start-mcp-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'

const call = (service: TestService) =>
  service.client.tools.execute({
    params: { tool_slug: 'LIVE_LOOK' },
    body: { user_id: 'ada', arguments: { place: 'here' } },
  })
const versionOf = async (service: TestService) =>
  (await service.client.toolkits.get({ params: { slug: 'live' } })).meta.version

const waitFor = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe('a toolkit of an MCP server', () => {
  it('is imported again when the server says in a call that its list has changed, and not more than once in ten minutes', async () => {
    verifies('mcp-source.refresh')
    const server = await startMcpServer({
      tools: [tool('look')],
      call: () => ({ content: [{ type: 'text', text: 'seen' }] }),
    })
    let earlierMs = 11 * 60_000
    const service = await startService({
      egressAllow: [server.host],
      clock: { now: () => new Date(Date.now() - earlierMs) },
    })
    const first = await importToolkit(service, {
      slug: 'live',
      source: { mcp: { url: server.mcpUrl } },
      changes: 'accept_automatically',
    })
    earlierMs = 0
    const lists = () => server.methods().filter((method) => method === 'tools/list').length

    server.fixture.tools = [tool('look'), tool('newly-made')]
    expect(await call(service)).toMatchObject({ data: { text: 'seen' }, error: null })
    expect(lists()).toBe(1)
    server.fixture.announces = true
    expect(await call(service)).toMatchObject({ data: { text: 'seen' }, error: null })
    await waitFor(async () => (await versionOf(service)) !== first.version)
    const second = await service.client.toolkits.get({ params: { slug: 'live' } })
    expect(second.meta).toMatchObject({
      tools_count: 2,
      available_versions: [second.meta.version, first.version],
    })
    expect(
      (
        await service.client.tools.get({
          params: { tool_slug: 'LIVE_LOOK' },
          query: { version: first.version },
        })
      ).version,
    ).toBe(first.version)

    server.fixture.tools = [tool('look')]
    await call(service)
    await call(service)
    // What was asked for too early waits: nothing else is under way that could list.
    await importToolkit(service, { slug: 'other', source: { mcp: { url: server.mcpUrl } } })
    expect([lists(), await versionOf(service)]).toEqual([3, second.meta.version])
  })

  it('is imported again when the server refuses a tool that it listed', async () => {
    verifies('mcp-source.refresh')
    const server = await startMcpServer({ tools: [tool('look')], call: () => ({ content: [] }) })
    let earlierMs = 11 * 60_000
    const service = await startService({
      egressAllow: [server.host],
      clock: { now: () => new Date(Date.now() - earlierMs) },
    })
    await importToolkit(service, {
      slug: 'live',
      source: { mcp: { url: server.mcpUrl } },
      changes: 'accept_automatically',
    })
    earlierMs = 0
    server.fixture.tools = [tool('renamed')]
    server.fixture.call = (name) => {
      throw Object.assign(new Error(`Unknown tool: ${name}`), { code: -32602 })
    }
    expect(await call(service)).toMatchObject({
      error: expect.stringContaining('did not carry out'),
      successful: false,
    })
    await waitFor(async () => (await service.client.tools.enum()).includes('LIVE_RENAMED'))
  })
})
