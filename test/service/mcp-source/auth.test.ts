import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startMcpServer, tool, type McpFixture } from '../../support/mcp/start-mcp-server.ts'
import { startProtectedMcp } from '../../support/mcp/start-protected-mcp.ts'
import { startAuthorizationServer } from '../../support/start-authorization-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'

const publicUrl = 'https://plugboard.example'

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true, egressAllow: ['127.0.0.1/32'], publicUrl })
})
afterAll(() => service.close())

const closedTo = (accepts?: McpFixture['accepts']): McpFixture => ({
  tools: [tool('look')],
  ...(accepts && { accepts }),
  call: () => ({ content: [{ type: 'text', text: 'seen' }] }),
})
const look = (slug: string) =>
  service.client.tools.execute({
    params: { tool_slug: `${slug.toUpperCase()}_LOOK` },
    body: { user_id: 'ada', arguments: { place: 'here' } },
  })
const importFrom = (
  slug: string,
  mcp: { url: string; connected_account_id?: string; headers?: Record<string, string> },
  more: object = {},
) => importToolkit(service, { slug, source: { mcp }, ...more })
const closed = (slug: string) => ({
  made: 0,
  verdict: 'incomplete',
  warnings: [
    { code: 'closed_schema', blocking: true, fix: expect.stringContaining(`account of "${slug}"`) },
  ],
})
const untilListed = (tool: string) =>
  expect.poll(() => service.client.tools.enum(), { timeout: 60_000 }).toContain(tool)

describe('users of an MCP server', () => {
  it('sign in as the import says, and list its tools where it lists them to its users alone', async () => {
    verifies('mcp-source.auth')
    const server = await startMcpServer(
      closedTo(({ headers }) => headers['x-team-key'] === 'key-of-ada'),
    )
    const auth = {
      scheme: 'API_KEY',
      placements: [{ field: 'generic_api_key', in: 'header', name: 'X-Team-Key' }],
    }
    const empty = await importFrom('teams', { url: server.mcpUrl }, { auth })
    expect(empty).toMatchObject(closed('teams'))

    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'teams' } },
    })
    const account = await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: 'ada',
          state: { authScheme: 'API_KEY', val: { generic_api_key: 'key-of-ada' } },
        },
      },
    })
    await untilListed('TEAMS_LOOK')
    expect(
      await importFrom('teams', { url: server.mcpUrl, connected_account_id: account.id }),
    ).toMatchObject({ made: 1, verdict: 'ready', difference: { unchanged: 1 } })
    expect((await service.client.tools.get({ params: { tool_slug: 'TEAMS_LOOK' } })).no_auth).toBe(
      false,
    )

    const before = server.received.length
    const done = await look('teams')
    expect(done).toMatchObject({ data: { text: 'seen' }, error: null })
    expect(server.received.length).toBeGreaterThan(before)
    for (const { headers } of server.received.slice(before))
      expect(headers['x-team-key']).toBe('key-of-ada')
    expect(await service.client.logs.get({ params: { id: String(done.log_id) } })).toMatchObject({
      connected_account_id: account.id,
    })

    const stranger = await service.client.tools.execute({
      params: { tool_slug: 'TEAMS_LOOK' },
      body: { user_id: 'bob', arguments: { place: 'here' } },
    })
    expect(stranger).toMatchObject({
      error: expect.stringContaining('no active connection'),
      successful: false,
    })
    await expect(
      importFrom('others', { url: server.mcpUrl, connected_account_id: account.id }, { auth }),
    ).rejects.toThrow('no active account of "others"')
  })

  it('sign in at the server that its resource metadata leads to, with tokens for that resource alone', async () => {
    verifies('mcp-source.auth.discovery')
    const issuer = await startAuthorizationServer({ resources: true })
    const server = await startProtectedMcp(issuer, closedTo())
    const empty = await importFrom('signed', { url: server.mcpUrl })
    expect(empty).toMatchObject(closed('signed'))
    expect(await service.client.toolkits.get({ params: { slug: 'signed' } })).toMatchObject({
      auth_config_details: [{ mode: 'DCR_OAUTH' }],
    })

    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'signed' } },
    })
    const { body: account } = await service.request('POST', '/api/v3/connected_accounts', {
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: 'ada',
          state: { authScheme: auth_config.auth_scheme, val: { long_redirect_url: true } },
        },
      },
    })
    expect(new URL(account.redirect_url).searchParams.get('resource')).toBe(server.mcpUrl)
    expect(new URL(account.redirect_url).searchParams.get('scope')).toBe('read')
    const back = await issuer.authorize(account.redirect_url)
    await fetch(`${service.url}${back.pathname}${back.search}`, { redirect: 'manual' })
    expect(issuer.tokenRequests().at(-1)?.form).toMatchObject({ resource: server.mcpUrl })

    expect(
      await importFrom('signed', { url: server.mcpUrl, connected_account_id: account.id }),
    ).toMatchObject({ made: 1, tools: ['SIGNED_LOOK'] })
    expect(await look('signed')).toMatchObject({ data: { text: 'seen' }, error: null })
    expect(server.received.at(-1)?.headers.authorization).toMatch(/^Bearer \S+$/)
    // Whoever describes the server is told nothing of those who use it.
    for (const { headers } of server.received.filter(({ url }) => url.includes('well-known')))
      expect(headers).not.toHaveProperty('authorization')

    server.fixture.accepts = () => false
    expect((await look('signed')).error).toContain('answered 401')
    await expect(importFrom('signed', { url: server.mcpUrl })).rejects.toThrow(
      'could not be listed',
    )
    expect(
      (await service.client.toolkits.get({ params: { slug: 'signed' } })).meta.tools_count,
    ).toBe(1)
  })

  it('are not led to another server by metadata that speaks of another resource', async () => {
    verifies('mcp-source.auth.discovery')
    const issuer = await startAuthorizationServer()
    const server = await startProtectedMcp(issuer, closedTo(), {
      resource: 'https://victim.example/mcp',
    })
    await expect(importFrom('misled', { url: server.mcpUrl })).rejects.toThrow(
      'define with `auth` how its users authenticate',
    )
    expect((await service.request('GET', '/api/v3/toolkits/misled')).status).toBe(404)
  })

  it('are described where the allow list lets authorization servers be asked, or the import names the entry', async () => {
    verifies('outbound.refusals')
    const server = await startProtectedMcp(await startAuthorizationServer(), closedTo())
    const strict = await startService({ egressAllow: [`mcp@${new URL(server.mcpUrl).host}`] })
    await expect(
      importToolkit(strict, { slug: 'strict', source: { mcp: { url: server.mcpUrl } } }),
    ).rejects.toThrow(/"pr_\w+:strict=oauth@127\.0\.0\.1:\d+"/)
  })
})
