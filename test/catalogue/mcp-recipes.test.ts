import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { startProtectedMcp } from '../support/mcp/start-protected-mcp.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { tool, type McpServerFixture } from '../support/mcp/start-mcp-server.ts'
import {
  startAuthorizationServer,
  type AuthorizationServer,
} from '../support/start-authorization-server.ts'
import { startService, type TestService } from '../support/start-service.ts'
import { readRecipe, readRecipeText, recipeSlugs } from './read-recipe.ts'

const slugs = recipeSlugs.filter((slug) => readRecipe(slug).description.kind === 'mcp')

let service: TestService
let issuer: AuthorizationServer
let server: McpServerFixture
beforeAll(async () => {
  service = await startService({
    keep: true,
    egressAllow: ['127.0.0.1/32'],
    publicUrl: 'https://plugboard.example',
  })
  issuer = await startAuthorizationServer({ resources: true, keep: true })
  server = await startProtectedMcp(
    issuer,
    { tools: [tool('look')], call: () => ({ content: [{ type: 'text', text: 'seen' }] }) },
    { keep: true },
  )
})
afterAll(async () => {
  await Promise.all([service.close(), issuer.close(), server.close()])
})

/** Imported with a server on loopback in place of the vendor's. */
const add = (slug: string) =>
  importToolkit(service, {
    recipe: readRecipeText(slug),
    source: { mcp: { url: server.mcpUrl } },
  })

describe('recipes of the MCP servers of vendors', () => {
  it.each(slugs)('%s', async (slug) => {
    verifies('catalogue.mcp')
    const recipe = readRecipe(slug)
    const [address = '', ...others] = recipe.description.urls
    expect([slug.endsWith('_mcp'), others]).toEqual([true, []])
    expect(new URL(address).protocol).toBe('https:')
    // Nobody could call these servers: each fact says where it was read, and when.
    const facts = ['description.urls', ...recipe.auth.map((_way, index) => `auth.${index}`)]
    for (const fact of facts)
      expect(Object.entries(recipe.sources).filter(([path]) => path.startsWith(fact))).not.toEqual(
        [],
      )
    for (const text of Object.values(recipe.sources))
      expect(text).toMatch(/\(read \d{4}-\d\d-\d\d\)$/)
    expect(recipe.unverified).not.toEqual([])

    const report = await add(slug)
    expect([report.verdict, report.warnings.map(({ code }) => code)]).toEqual([
      'incomplete',
      ['closed_schema'],
    ])
    const { auth_config_details: ways } = await service.client.toolkits.get({ params: { slug } })
    expect(ways?.map(({ mode }) => mode)).toEqual(recipe.auth.map(({ scheme }) => scheme))
  })

  it('connect without a registered application, and have their tools then', async () => {
    verifies('catalogue.mcp', 'mcp-source.first-list')
    const slug = 'linear_mcp'
    if (!slugs.includes(slug)) return
    await add(slug)
    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug } },
    })
    const { body: account } = await service.request('POST', '/api/v3/connected_accounts', {
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: 'ada',
          state: { authScheme: 'DCR_OAUTH', val: { long_redirect_url: true } },
        },
      },
    })
    const back = await issuer.authorize(account.redirect_url)
    await fetch(`${service.url}${back.pathname}${back.search}`, { redirect: 'manual' })
    await expect
      .poll(() => service.client.tools.enum(), { timeout: 60_000 })
      .toContain('LINEAR_MCP_LOOK')
    expect(
      await service.client.tools.execute({
        params: { tool_slug: 'LINEAR_MCP_LOOK' },
        body: { user_id: 'ada', arguments: { place: 'here' } },
      }),
    ).toMatchObject({ data: { text: 'seen' }, error: null })
    const { items } = await service.client.toolkits.available({ query: { installed: 'true' } })
    expect(items).toContainEqual(
      expect.objectContaining({
        slug,
        source: 'mcp',
        installed: expect.objectContaining({ managed: false }),
      }),
    )
  })
})
