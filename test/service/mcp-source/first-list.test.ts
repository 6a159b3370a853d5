import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startMcpServer, tool } from '../../support/mcp/start-mcp-server.ts'
import { startProtectedMcp } from '../../support/mcp/start-protected-mcp.ts'
import { startAuthorizationServer } from '../../support/start-authorization-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({
    keep: true,
    egressAllow: ['127.0.0.1/32'],
    publicUrl: 'https://plugboard.example',
  })
})
afterAll(() => service.close())

const setup = { url: 'https://docs.example/mcp', steps: ['Approve the connection'] }
/** What a vendor's recipe says: that its server registers clients, not where. */
const recipeOf = (
  slug: string,
  url: string,
  ways: object[] = [{ scheme: 'DCR_OAUTH', setup }],
) => ({
  recipe: 1,
  slug,
  name: 'Vendor',
  summary: 'Looks at things',
  description: { kind: 'mcp', urls: [url] },
  auth: ways,
})

const connect = async (issuer: { authorize(url: string): Promise<URL> }, slug: string) => {
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug } },
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
  const back = await issuer.authorize(account.redirect_url)
  await fetch(`${service.url}${back.pathname}${back.search}`, { redirect: 'manual' })
  return { id: String(account.id), redirect: new URL(account.redirect_url) }
}
const untilListed = (slug: string) =>
  expect.poll(() => service.client.tools.enum(), { timeout: 60_000 }).toContain(slug)
const toolkit = (slug: string) => service.client.toolkits.get({ params: { slug } })

describe('a recipe of an MCP server that lists its tools only to its users', () => {
  it('gets its tools with the first account that is connected, without a registered application', async () => {
    verifies('mcp-source.first-list', 'mcp-source.auth.recipe')
    const issuer = await startAuthorizationServer({ resources: true })
    const server = await startProtectedMcp(issuer, {
      tools: [tool('look')],
      call: () => ({ content: [{ type: 'text', text: 'seen' }] }),
    })
    const report = await importToolkit(service, { recipe: recipeOf('vendor', server.mcpUrl) })
    expect(report).toMatchObject({
      made: 0,
      verdict: 'incomplete',
      warnings: [
        {
          code: 'closed_schema',
          blocking: true,
          fix: 'Connect an account of "vendor": its tools are listed with the first one',
        },
      ],
    })
    expect(await toolkit('vendor')).toMatchObject({
      meta: { tools_count: 0 },
      auth_config_details: [{ mode: 'DCR_OAUTH', setup }],
    })

    const { redirect } = await connect(issuer, 'vendor')
    expect(redirect.origin).toBe(issuer.issuer)
    expect(redirect.searchParams.get('resource')).toBe(server.mcpUrl)
    await untilListed('VENDOR_LOOK')
    const { items: changes } = await service.client.toolkits.changes({ params: { slug: 'vendor' } })
    expect(changes).toEqual([])
    expect(await toolkit('vendor')).toMatchObject({
      meta: { tools_count: 1 },
      auth_config_details: [{ mode: 'DCR_OAUTH', setup }],
    })
    expect(
      await service.client.tools.execute({
        params: { tool_slug: 'VENDOR_LOOK' },
        body: { user_id: 'ada', arguments: { place: 'here' } },
      }),
    ).toMatchObject({ data: { text: 'seen' }, error: null })

    // Adding it again needs no account to be named; the next account lists nothing.
    expect(
      await importToolkit(service, { recipe: recipeOf('vendor', server.mcpUrl) }),
    ).toMatchObject({ made: 1, verdict: 'ready', difference: { unchanged: 1 } })
    const { version } = (await toolkit('vendor')).meta
    const lists = () => server.methods().filter((method) => method === 'tools/list').length
    const before = lists()
    server.fixture.tools = [tool('look'), tool('added')]
    await connect(issuer, 'vendor')
    // Another toolkit's first list shows that the event of this account has been handled.
    await importToolkit(service, { recipe: recipeOf('later', server.mcpUrl) })
    await connect(issuer, 'later')
    await untilListed('LATER_ADDED')
    expect([lists(), (await toolkit('vendor')).meta.version]).toEqual([before + 1, version])
  })

  it('goes on with another account when the one that listed first is gone', async () => {
    verifies('mcp-source.first-list')
    const issuer = await startAuthorizationServer({ resources: true })
    const server = await startProtectedMcp(issuer, {
      tools: [tool('look')],
      call: () => ({ content: [] }),
    })
    const recipe = recipeOf('heirs', server.mcpUrl)
    await importToolkit(service, { recipe })
    const first = await connect(issuer, 'heirs')
    await untilListed('HEIRS_LOOK')
    const second = await connect(issuer, 'heirs')
    await service.client.connectedAccounts.delete({ params: { nanoid: first.id } })

    server.fixture.tools = [tool('look'), tool('added')]
    expect(await importToolkit(service, { recipe })).toMatchObject({
      made: 2,
      difference: { added: ['HEIRS_ADDED'] },
    })
    await expect(
      importToolkit(service, {
        recipe,
        source: { mcp: { url: server.mcpUrl, connected_account_id: first.id } },
      }),
    ).rejects.toThrow(`No connected account "${first.id}"`)
    await service.client.connectedAccounts.delete({ params: { nanoid: second.id } })
    await expect(importToolkit(service, { recipe })).rejects.toThrow(second.id)
    expect((await toolkit('heirs')).meta.tools_count).toBe(2)
  })

  it('keeps its other ways of signing in, and asks an open server too', async () => {
    verifies('mcp-source.auth.recipe')
    const issuer = await startAuthorizationServer({ resources: true })
    const open = await startMcpServer(
      { tools: [tool('look')], call: () => ({ content: [] }) },
      {
        serve: ({ url }) =>
          url.startsWith('/.well-known/oauth-protected-resource')
            ? { resource: open.mcpUrl, authorization_servers: [issuer.issuer] }
            : undefined,
      },
    )
    const report = await importToolkit(service, {
      recipe: recipeOf('both', open.mcpUrl, [
        { scheme: 'DCR_OAUTH', oauth: { default_scopes: ['read'] } },
        { scheme: 'BEARER_TOKEN' },
      ]),
    })
    expect(report).toMatchObject({ made: 1, verdict: 'ready', warnings: [] })
    expect((await toolkit('both')).auth_config_details?.map(({ mode }) => mode)).toEqual([
      'DCR_OAUTH',
      'BEARER_TOKEN',
    ])
    const { redirect } = await connect(issuer, 'both')
    expect([redirect.origin, redirect.searchParams.get('scope')]).toEqual([issuer.issuer, 'read'])
  })

  it('takes the server for its own authorization server where it names none, and says so', async () => {
    verifies('mcp-source.auth.recipe')
    const mute = await startMcpServer({
      tools: [],
      call: () => ({ content: [] }),
      accepts: () => false,
    })
    const report = await importToolkit(service, { recipe: recipeOf('mute', mute.mcpUrl) })
    expect(report.warnings.map(({ code, blocking }) => [code, blocking])).toEqual([
      ['closed_schema', true],
      ['issuer_unreachable', false],
    ])
    expect(report.warnings[1]?.message).toContain(mute.url)
  })
})
