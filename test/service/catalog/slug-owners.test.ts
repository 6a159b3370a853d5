import type { Tool } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startMcpServer, tool, type McpServerFixture } from '../../support/mcp/start-mcp-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'
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
