import type { Tool } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../support/migrations.ts'
import { catalogStore } from '../../../src/service/catalog/store.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startMcpServer, tool, type McpServerFixture } from '../../support/mcp/start-mcp-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { describeEachEngine } from '../../support/temporary-database.ts'
import { importWithTriggers, triggerType } from '../../support/watch-api.ts'
import { ask } from '../mcp/protocol/speak.ts'

let service: TestService
let trusted: Upstream
let server: McpServerFixture

/** The toolkits `<name>` of an MCP server and `<name>-pro` of an API want the same slug. */
const toImports = (name: string) => {
  const openapi = {
    openapi: '3.0.3',
    info: { title: 'Pro', version: '1' },
    servers: [{ url: trusted.url }],
    paths: {
      '/notes': { post: { operationId: 'createNote', responses: { 200: { description: 'ok' } } } },
    },
  }
  return {
    importPro: () =>
      importToolkit(service, {
        slug: `${name}-pro`,
        source: { openapi },
        auth: { scheme: 'NO_AUTH' },
      }),
    importMcp: (...tools: Tool[]) => {
      server.fixture.tools = tools
      return importToolkit(service, {
        slug: name,
        source: { mcp: { url: server.mcpUrl } },
        auth: { scheme: 'NO_AUTH' },
      })
    },
  }
}
beforeAll(async () => {
  trusted = await startUpstream((_request, response) => json(response, 200, { from: 'trusted' }), {
    keep: true,
  })
  server = await startMcpServer(
    { tools: [], call: () => ({ content: [{ type: 'text', text: 'other' }] }) },
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: [trusted.host, server.host] })
})
afterAll(async () => {
  await service.close()
  await Promise.all([trusted.close(), server.close()])
})

const clash = tool('pro_create_note', { inputSchema: { type: 'object' } })

/** What answers to a slug at each way in. */
const answers = async (slug: string, toolkits: string[]) => {
  const { client } = service
  const session = await client.sessions.create({ body: { user_id: 'ada' } })
  const { mcp_url: url } = await client.mcp.createCustom({
    body: { name: 'Both of them', toolkits },
  })
  const viaMcp = await ask(
    `${url}?user_id=ada`,
    'tools/call',
    { name: slug, arguments: {} },
    { headers: { authorization: `Bearer ${service.apiKey}` } },
  )
  return [
    (await client.tools.execute({ params: { tool_slug: slug }, body: { user_id: 'ada' } })).data,
    (
      await client.sessions.execute({
        params: { session_id: session.session_id },
        body: { tool_slug: slug, arguments: {} },
      })
    ).data,
    viaMcp.body.result.structuredContent,
  ]
}

describe('a slug', () => {
  it('stays with the toolkit that had it when another wants it later', async () => {
    verifies('toolkits.slug-owner')
    const { importPro, importMcp } = toImports('later')
    await importMcp(tool('other'))
    await importPro()
    const report = await importMcp(tool('other'), clash)
    const given = report.tools.find((slug) => slug !== 'LATER_OTHER')
    expect(given).toMatch(/^LATER_PRO_CREATE_NOTE_[A-Z0-9]{6}$/)
    expect(report.renamed).toEqual([
      {
        operation: 'pro_create_note',
        kind: 'slug',
        from: 'LATER_PRO_CREATE_NOTE',
        to: given,
        reason: '"LATER_PRO_CREATE_NOTE" belongs to the toolkit "later-pro"',
      },
    ])
    for (const data of await answers('LATER_PRO_CREATE_NOTE', ['later', 'later-pro']))
      expect(data).toEqual({ from: 'trusted' })
    for (const data of await answers(given ?? '', ['later', 'later-pro']))
      expect(data).toEqual({ text: 'other' })

    // Neither another list nor the end of the other toolkit moves a name.
    expect((await importMcp(clash)).tools).toEqual([given])
    await service.client.toolkits.delete({ params: { slug: 'later-pro' } })
    expect((await importMcp(tool('other'), clash)).tools).toContain(given)
    await importMcp(tool('other'))
    expect((await importMcp(tool('other'), clash)).tools).toContain(given)
    await expect(
      service.client.tools.execute({
        params: { tool_slug: 'LATER_PRO_CREATE_NOTE' },
        body: { user_id: 'ada' },
      }),
    ).rejects.toMatchObject({ status: 404 })
    expect((await importPro()).tools).toEqual(['LATER_PRO_CREATE_NOTE'])
  })

  it('stays with an MCP server that had it first, and the API gets another and is imported all the same', async () => {
    verifies('toolkits.slug-owner')
    const { importPro, importMcp } = toImports('first')
    await importMcp(clash)
    const report = await importPro()
    const [given] = report.tools
    expect(given).toMatch(/^FIRST_PRO_CREATE_NOTE_\w+$/)
    expect(report.renamed).toMatchObject([
      {
        kind: 'slug',
        from: 'FIRST_PRO_CREATE_NOTE',
        to: given,
        reason: '"FIRST_PRO_CREATE_NOTE" belongs to the toolkit "first"',
      },
    ])
    for (const data of await answers('FIRST_PRO_CREATE_NOTE', ['first', 'first-pro']))
      expect(data).toEqual({ text: 'other' })
    // An earlier version keeps its toolkit's names too.
    await importMcp(tool('other'))
    expect((await importPro()).tools).toEqual([given])
    const session = await service.client.sessions.create({
      body: { user_id: 'ada', toolkits: ['first'] },
    })
    const refused = service.client.sessions.execute({
      params: { session_id: session.session_id },
      body: { tool_slug: given ?? '', arguments: {} },
    })
    await expect(refused).rejects.toMatchObject({ status: 403 })
  })

  it('of a trigger type belongs to its first toolkit too', async () => {
    verifies('toolkits.slug-owner')
    await importWithTriggers(service.client, 'made', { triggers: [triggerType('MADE_PRO_NOTE')] })
    await importWithTriggers(service.client, 'made-pro', {
      triggers: [triggerType('MADE_PRO_OTHER')],
    })
    const again = importWithTriggers(service.client, 'made-pro', {
      triggers: [triggerType('MADE_PRO_NOTE')],
    })
    await expect(again).rejects.toThrow(
      'The trigger slug "MADE_PRO_NOTE" belongs to the toolkit "made"',
    )
    expect(
      (await service.client.triggerTypes.get({ params: { slug: 'MADE_PRO_NOTE' } })).toolkit.slug,
    ).toBe('made')
  })
})

describeEachEngine('slugs of a database from before they had owners', (open) => {
  it('belong to the toolkit whose version came first', async () => {
    verifies('toolkits.slug-owner')
    const name = '0310_slug_owners'
    const database = await open()
    await database.migrate(
      Object.fromEntries(Object.entries(migrations).filter(([other]) => other < name)),
    )
    const store = catalogStore(database.handle)
    const version = (slug: string, number: string, stamp: number, triggers: string[]) =>
      store.insertToolkitVersion({
        project_id: 'pr',
        slug,
        version: number,
        definition: JSON.stringify({ slug, triggers: triggers.map((each) => ({ slug: each })) }),
        tools_count: 1,
        stamp,
        created_at: '',
      })
    const row = (toolkit: string, number: string, slug: string) => ({
      project_id: 'pr',
      toolkit_slug: toolkit,
      version: number,
      slug,
      name: '',
      description: '',
      parameters: '[]',
      tags: '[]',
      scopes: '[]',
      operation: 'x',
      hash: `${toolkit} ${slug}`,
    })
    await version('notes-pro', '20260101_00', 1, ['NOTES_PRO_T'])
    await version('notes', '20260102_00', 2, ['NOTES_PRO_T', 'NOTES_T'])
    await version('notes-pro', '20260103_00', 3, [])
    await store.insertTools([
      row('notes-pro', '20260101_00', 'NOTES_PRO_A'),
      row('notes', '20260102_00', 'NOTES_PRO_A'),
      row('notes-pro', '20260103_00', 'NOTES_PRO_A'),
    ])

    await database.migrate(migrations)

    expect(await store.findSlugOwners('pr', 'tool', ['NOTES_PRO_A'])).toEqual(
      new Map([['NOTES_PRO_A', 'notes-pro']]),
    )
    expect(await store.findSlugOwners('pr', 'trigger', ['NOTES_PRO_T', 'NOTES_T'])).toEqual(
      new Map([
        ['NOTES_PRO_T', 'notes-pro'],
        ['NOTES_T', 'notes'],
      ]),
    )
    expect(await store.listToolsOf('pr', { slug: 'notes', version: '20260102_00' })).toEqual([])
    expect((await store.findToolkitVersion('pr', 'notes', '20260102_00'))?.tools_count).toBe(0)
    expect((await store.findToolkitVersion('pr', 'notes-pro', '20260103_00'))?.tools_count).toBe(1)
    await store.claimSlugs('pr', 'tool', 'notes', ['NOTES_PRO_A'])
    expect(await store.findSlugOwners('pr', 'tool', ['NOTES_PRO_A'])).toEqual(
      new Map([['NOTES_PRO_A', 'notes-pro']]),
    )
  })
})
