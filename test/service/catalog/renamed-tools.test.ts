import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Plugboard } from '../../../src/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startMcpServer, tool, type McpServerFixture } from '../../support/mcp/start-mcp-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { ask } from '../mcp/protocol/speak.ts'

let service: TestService
let upstream: Upstream
let server: McpServerFixture
beforeAll(async () => {
  upstream = await startUpstream(
    ({ method, url }, response) => json(response, 200, { did: `${method} ${url}` }),
    { keep: true },
  )
  server = await startMcpServer(
    { tools: [], call: () => ({ content: [{ type: 'text', text: 'other' }] }) },
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: [upstream.host, server.host] })
})
afterAll(async () => {
  await service.close()
  await Promise.all([upstream.close(), server.close()])
})

type Operations = Record<string, Record<string, string>>

const describeApi = (operations: Operations) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [key, named] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ')
    const responses = { 200: { description: 'ok' } }
    paths[path] = { ...paths[path], [method.toLowerCase()]: { ...named, responses } }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: upstream.url }],
    paths,
  }
}

type ImportBody = Parameters<typeof importToolkit>[1]

const importApi = (slug: string, operations: Operations, more: Partial<ImportBody> = {}) =>
  importToolkit(service, {
    slug,
    source: { openapi: describeApi(operations) },
    auth: { scheme: 'NO_AUTH' },
    ...more,
  })

const older = {
  'GET /things': { summary: 'Fetch things' },
  'DELETE /things': { summary: 'Kick things' },
}
const newer = {
  'GET /things': { summary: 'List things' },
  'DELETE /things': { summary: 'Delete things' },
}

/** A toolkit whose tools were renamed, with what was made while they had their former slugs. */
const renameTools = async <Before>(
  slug: string,
  before: () => Promise<Before>,
): Promise<{ before: Before; report: Awaited<ReturnType<typeof importApi>> }> => {
  await importApi(slug, older)
  const made = await before()
  return { before: made, report: await importApi(slug, newer, { rename_tools: true }) }
}

const nothing = () => Promise.resolve()

const getTool = (tool_slug: string, query = {}) =>
  service.client.tools.get({ params: { tool_slug }, query })
const openSession = async (rules: object = {}) =>
  (await service.client.sessions.create({ body: { user_id: 'ada', ...rules } })).session_id
const executeIn = (session_id: string, tool_slug: string) =>
  service.client.sessions.execute({ params: { session_id }, body: { tool_slug, arguments: {} } })
const did = (what: string) => ({ data: { did: what } })

describe('an import that would name tools differently', () => {
  it('keeps their slugs silently', async () => {
    verifies('imports.again')
    await importApi('kept', older)
    const report = await importApi('kept', newer)
    expect(report.tools).toEqual(['KEPT_FETCH_THINGS', 'KEPT_KICK_THINGS'])
    expect(report.renamed).toEqual([])
    expect(await getTool('KEPT_FETCH_THINGS')).not.toHaveProperty('aliases')
  })

  it('renames them on request, and reports what they were', async () => {
    verifies('imports.renames')
    const { report } = await renameTools('shown', nothing)
    expect(report.tools).toEqual(['SHOWN_LIST_THINGS', 'SHOWN_DELETE_THINGS'])
    expect(report.renamed).toEqual([
      {
        operation: 'GET /things',
        kind: 'slug',
        from: 'SHOWN_FETCH_THINGS',
        to: 'SHOWN_LIST_THINGS',
        reason: '"SHOWN_FETCH_THINGS" stays an alias of the tool',
      },
      {
        operation: 'DELETE /things',
        kind: 'slug',
        from: 'SHOWN_KICK_THINGS',
        to: 'SHOWN_DELETE_THINGS',
        reason: '"SHOWN_KICK_THINGS" stays an alias of the tool',
      },
    ])
    expect(report.difference).toMatchObject({
      added: [],
      removed: [],
      changed: ['SHOWN_LIST_THINGS', 'SHOWN_DELETE_THINGS'],
    })
    // The next import says nothing of it, and changes nothing.
    const again = await importApi('shown', older)
    expect(again).toMatchObject({ tools: report.tools, renamed: [] })
  })
})

describe('a former slug', () => {
  it('is shown with its tool, and is no tool of its own', async () => {
    verifies('tools.aliases')
    await renameTools('listed', nothing)
    const { available_versions: versions, ...found } = await getTool('listed_fetch_things')
    expect(found).toMatchObject({ slug: 'LISTED_LIST_THINGS', aliases: ['LISTED_FETCH_THINGS'] })
    expect(versions).toHaveLength(2)
    const slugs = (await service.client.tools.enum({})) as string[]
    expect(slugs.filter((slug) => slug.startsWith('LISTED_')).toSorted()).toEqual([
      'LISTED_DELETE_THINGS',
      'LISTED_LIST_THINGS',
    ])
    const byBoth = await service.client.tools.list({
      query: { tool_slugs: ['LISTED_FETCH_THINGS', 'LISTED_LIST_THINGS', 'LISTED_NONE'] },
    })
    expect(byBoth).toMatchObject({
      total_items: 1,
      items: [{ slug: 'LISTED_LIST_THINGS', aliases: ['LISTED_FETCH_THINGS'] }],
    })
    const ranked = await service.client.tools.list({
      query: { tool_slugs: ['LISTED_FETCH_THINGS'], search: 'things' },
    })
    expect(ranked.items.map(({ slug }) => slug)).toEqual(['LISTED_LIST_THINGS'])
  })

  it('names the tool in each of its versions, and the present one does too', async () => {
    verifies('tools.aliases')
    await renameTools('pinned', nothing)
    const [, first = ''] = (await getTool('PINNED_LIST_THINGS')).available_versions
    for (const slug of ['PINNED_FETCH_THINGS', 'PINNED_LIST_THINGS'])
      expect(await getTool(slug, { version: first })).toMatchObject({
        slug: 'PINNED_FETCH_THINGS',
        aliases: ['PINNED_LIST_THINGS'],
        version: first,
      })
  })

  it('executes, in sessions that began before and after, with the meta tools and over MCP', async () => {
    verifies('tools.aliases')
    const { before: early } = await renameTools('called', openSession)
    const late = await openSession()
    for (const tool_slug of ['CALLED_FETCH_THINGS', 'CALLED_LIST_THINGS']) {
      const executed = service.client.tools.execute({
        params: { tool_slug },
        body: { user_id: 'ada' },
      })
      expect(await executed).toMatchObject(did('GET /things'))
      for (const session of [early, late])
        expect(await executeIn(session, tool_slug)).toMatchObject(did('GET /things'))
      const { mcp } = await service.client.sessions.get({ params: { session_id: late } })
      const headers = { authorization: `Bearer ${service.apiKey}` }
      const overMcp = await ask(
        mcp.url,
        'tools/call',
        { name: tool_slug, arguments: {} },
        { headers },
      )
      expect(overMcp.body.result.structuredContent).toEqual({ did: 'GET /things' })
    }
    const meta = (slug: string, given: object) =>
      service.client.sessions.executeMeta({
        params: { session_id: late },
        body: { slug, arguments: { ...given } },
      })
    expect(
      (await meta('SVC_MULTI_EXECUTE_TOOL', { tools: [{ tool_slug: 'CALLED_FETCH_THINGS' }] }))
        .data,
    ).toMatchObject({ results: [did('GET /things')] })
    expect(
      (await meta('SVC_GET_TOOL_SCHEMAS', { tool_slugs: ['CALLED_FETCH_THINGS'] })).data,
    ).toMatchObject({
      tool_schemas: { CALLED_LIST_THINGS: { tool_slug: 'CALLED_LIST_THINGS' } },
      renamed: { CALLED_FETCH_THINGS: 'CALLED_LIST_THINGS' },
      not_found: [],
    })
    const logged = await service.client.logs.list({
      query: { tool_slugs: ['CALLED_FETCH_THINGS'] },
    })
    expect(new Set(logged.items.map((item) => item.tool_slug))).toEqual(
      new Set(['CALLED_FETCH_THINGS', 'CALLED_LIST_THINGS']),
    )
  })

  it('means its tool in the rules of a session', async () => {
    verifies('tools.aliases')
    await renameTools('ruled', nothing)
    const names = ['RULED_KICK_THINGS', 'RULED_DELETE_THINGS']
    const without = await openSession({ tools: { ruled: { disable: ['ruled_kick_things'] } } })
    const only = await openSession({ tools: { ruled: ['RULED_FETCH_THINGS'] } })
    const asking = await openSession({ approvals: { tools: ['RULED_KICK_THINGS'] } })
    for (const name of names) {
      await expect(executeIn(without, name)).rejects.toMatchObject({ status: 403 })
      await expect(executeIn(only, name)).rejects.toMatchObject({ status: 403 })
      expect((await executeIn(asking, name)).data).toMatchObject({
        status: 'pending_approval',
        tool_slug: 'RULED_DELETE_THINGS',
      })
    }
    expect(await executeIn(only, 'RULED_LIST_THINGS')).toMatchObject(did('GET /things'))
    const changed = await service.client.sessions.update({
      params: { session_id: only },
      body: { tools: { ruled: ['RULED_KICK_THINGS'] } },
    })
    expect(changed.config.tools).toEqual({ ruled: { enabled: ['RULED_DELETE_THINGS'] } })
    await expect(openSession({ tools: { ruled: ['RULED_NONE'] } })).rejects.toMatchObject({
      status: 400,
    })
  })

  it('means its tool in a session of earlier versions, whose rules were given before', async () => {
    verifies('tools.aliases')
    const { before: session } = await renameTools('held', () =>
      openSession({ tools: { held: { disable: ['HELD_KICK_THINGS'] } } }),
    )
    for (const name of ['HELD_KICK_THINGS', 'HELD_DELETE_THINGS'])
      await expect(executeIn(session, name)).rejects.toMatchObject({ status: 403 })
  })

  it('means its tool in hints, auth configs and MCP servers that were made before', async () => {
    verifies('tools.aliases')
    const { client } = service
    const auth = { auth: { scheme: 'BEARER_TOKEN' as const } }
    await importApi('made', older, auth)
    await client.tools.annotate({
      params: { tool_slug: 'MADE_KICK_THINGS' },
      body: { openWorldHint: false, destructiveHint: false },
    })
    const early = await openSession({ tags: { disable: ['destructiveHint'] } })
    const { auth_config } = await client.authConfigs.create({
      body: {
        toolkit: { slug: 'made' },
        auth_config: {
          type: 'use_custom_auth',
          authScheme: 'BEARER_TOKEN',
          restrict_to_following_tools: ['MADE_KICK_THINGS'],
        },
      } as never,
    })
    await client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: 'ada',
          state: { authScheme: 'BEARER_TOKEN', val: { status: 'ACTIVE', token: 't' } },
        },
      } as never,
    })
    const { mcp_url: url } = await client.mcp.createCustom({
      body: {
        name: 'Kick',
        toolkits: [],
        auth_config_ids: [auth_config.id],
        allowed_tools: ['MADE_KICK_THINGS'],
      } as never,
    })
    await importApi('made', newer, { ...auth, rename_tools: true })

    expect((await getTool('MADE_DELETE_THINGS')).tags).toEqual(['idempotentHint'])
    await client.tools.annotate({
      params: { tool_slug: 'MADE_KICK_THINGS' },
      body: { destructiveHint: true },
    })
    expect((await getTool('MADE_DELETE_THINGS')).annotations).toEqual({ destructiveHint: true })
    await expect(executeIn(early, 'MADE_KICK_THINGS')).rejects.toMatchObject({ status: 403 })

    const execute = async (tool_slug: string) =>
      client.tools.execute({ params: { tool_slug }, body: { user_id: 'ada' } })
    for (const name of ['MADE_KICK_THINGS', 'MADE_DELETE_THINGS'])
      expect(await execute(name)).toMatchObject(did('DELETE /things'))
    expect((await execute('MADE_LIST_THINGS')).error).toContain('does not allow MADE_LIST_THINGS')
    const search = await client.sessions.search({
      params: { session_id: await openSession({ toolkits: ['made'] }) },
      body: { queries: [{ use_case: 'delete things' }] },
    })
    expect(search.results[0]?.primary_tool_slugs).toEqual(['MADE_DELETE_THINGS'])

    const headers = { authorization: `Bearer ${service.apiKey}` }
    const speak = (method: string, params?: Record<string, unknown>) =>
      ask(`${url}?user_id=ada`, method, params, { headers })
    const listed = await speak('tools/list')
    expect(listed.body.result.tools.map(({ name }: { name: string }) => name)).toEqual([
      'MADE_DELETE_THINGS',
    ])
    for (const name of ['MADE_KICK_THINGS', 'MADE_DELETE_THINGS'])
      expect(
        (await speak('tools/call', { name, arguments: {} })).body.result.structuredContent,
      ).toEqual({ did: 'DELETE /things' })
    expect((await speak('tools/call', { name: 'MADE_LIST_THINGS' })).body.error).toBeDefined()
  })

  it('names the tool in agent code', async () => {
    verifies('tools.aliases')
    await renameTools('coded', nothing)
    const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
    const session = await plugboard.createSession('ada', {
      approvals: { tools: ['CODED_LIST_THINGS'] },
    })
    const [found] = await session.tools({ tools: ['CODED_FETCH_THINGS'] })
    expect(found?.slug).toBe('CODED_LIST_THINGS')
    expect(await session.needsApproval('CODED_FETCH_THINGS', {})).toBe(true)
    expect(await session.needsApproval('CODED_KICK_THINGS', {})).toBe(false)
  })
})

describe('the slugs that tools had', () => {
  it('all stay aliases, and come back with an operation that was away', async () => {
    verifies('tools.aliases')
    await renameTools('often', nothing)
    const third = { ...newer, 'GET /things': { summary: 'Browse things' } }
    await importApi('often', third, { rename_tools: true })
    const names = ['OFTEN_FETCH_THINGS', 'OFTEN_LIST_THINGS']
    expect((await getTool('OFTEN_BROWSE_THINGS')).aliases).toEqual(names)

    const { 'GET /things': _gone, ...others } = third
    await importApi('often', others)
    await expect(getTool('OFTEN_FETCH_THINGS')).rejects.toMatchObject({ status: 404 })
    await importApi('often', newer)
    for (const name of names) expect((await getTool(name)).slug).toBe('OFTEN_BROWSE_THINGS')

    const back = await importApi('often', newer, { rename_tools: true })
    expect(back.tools).toContain('OFTEN_LIST_THINGS')
    expect((await getTool('OFTEN_BROWSE_THINGS')).aliases).toEqual([
      'OFTEN_BROWSE_THINGS',
      'OFTEN_FETCH_THINGS',
    ])
  })

  it('go to no other tool of the toolkit, as long as theirs exists', async () => {
    verifies('tools.aliases')
    await renameTools('taken', nothing)
    const fetching = { ...newer, 'GET /people': { summary: 'Fetch things' } }
    const report = await importApi('taken', fetching)
    expect(report.renamed).toMatchObject([
      {
        operation: 'GET /people',
        from: 'TAKEN_FETCH_THINGS',
        to: 'TAKEN_LIST_PEOPLE',
        reason: '"TAKEN_FETCH_THINGS" belongs to GET /things',
      },
    ])
    expect((await getTool('TAKEN_FETCH_THINGS')).slug).toBe('TAKEN_LIST_THINGS')

    const { 'GET /things': _gone, ...others } = newer
    await importApi('taken', { ...others, 'GET /beings': { summary: 'Fetch things' } })
    expect((await getTool('TAKEN_FETCH_THINGS')).slug).toBe('TAKEN_FETCH_THINGS')
    // What leads to the slug of a tool that is gone does not lead to its next owner.
    await importApi('taken', { ...others, 'GET /creatures': { summary: 'List things' } })
    expect((await getTool('TAKEN_LIST_THINGS')).slug).toBe('TAKEN_LIST_THINGS')
    await expect(getTool('TAKEN_FETCH_THINGS')).rejects.toMatchObject({ status: 404 })
  })

  it('go to no other toolkit, and are forgotten with theirs', async () => {
    verifies('tools.aliases', 'toolkits.slug-owner')
    await renameTools('wide-pro', nothing)
    server.fixture.tools = [tool('pro_fetch_things', { inputSchema: { type: 'object' } })]
    const report = await importToolkit(service, {
      slug: 'wide',
      source: { mcp: { url: server.mcpUrl } },
      auth: { scheme: 'NO_AUTH' },
    })
    expect(report.renamed).toMatchObject([
      { from: 'WIDE_PRO_FETCH_THINGS', reason: expect.stringContaining('"wide-pro"') },
    ])
    expect((await getTool('WIDE_PRO_FETCH_THINGS')).toolkit.slug).toBe('wide-pro')
    await service.client.toolkits.delete({ params: { slug: 'wide-pro' } })
    const again = await importApi('wide-pro', newer)
    expect(again.tools).toEqual(['WIDE_PRO_LIST_THINGS', 'WIDE_PRO_DELETE_THINGS'])
    await expect(getTool('WIDE_PRO_FETCH_THINGS')).rejects.toMatchObject({ status: 404 })
  })

  it('of GraphQL APIs stay aliases too', async () => {
    verifies('imports.renames')
    const importSchema = (type: string, more: Partial<ImportBody> = {}) =>
      importToolkit(service, {
        slug: 'graph',
        source: {
          graphql: { url: `${upstream.url}/graphql`, schema: `type Query { things: ${type} }` },
        },
        auth: { scheme: 'NO_AUTH' },
        ...more,
      })
    expect((await importSchema('[String]')).tools).toEqual(['GRAPH_LIST_THINGS'])
    expect((await importSchema('String')).tools).toEqual(['GRAPH_LIST_THINGS'])
    const renamed = await importSchema('String', { rename_tools: true })
    expect(renamed.renamed).toMatchObject([{ from: 'GRAPH_LIST_THINGS', to: 'GRAPH_GET_THINGS' }])
    expect((await getTool('GRAPH_LIST_THINGS')).slug).toBe('GRAPH_GET_THINGS')
  })
})
