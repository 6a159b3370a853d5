import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startEverything } from '../../support/mcp/start-everything.ts'
import { startMcpServer, tool, type McpFixture } from '../../support/mcp/start-mcp-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true, egressAllow: ['127.0.0.1/32'] })
})
afterAll(() => service.close())

const weather = (): McpFixture => ({
  tools: [
    tool('get_weather', {
      title: 'Weather',
      outputSchema: { type: 'object', properties: { sky: { type: 'string' } }, required: ['sky'] },
      annotations: { readOnlyHint: true, openWorldHint: false },
    }),
    tool('delete-all', { annotations: { destructiveHint: true, idempotentHint: true } }),
    tool('weather_send_report'),
  ],
  call: (name, { place }) => {
    if (name === 'get_weather')
      return {
        content: [{ type: 'text', text: '{"sky":"clear"}' }],
        structuredContent: { sky: `clear over ${String(place)}` },
      }
    return { content: [{ type: 'text', text: `no ${name} in ${String(place)}` }], isError: true }
  },
})

const importFrom = (slug: string, url: string, more: object = {}) =>
  importToolkit(service, { slug, source: { mcp: { url } }, ...more })
const execute = (slug: string, args: Record<string, unknown>) =>
  service.client.tools.execute({
    params: { tool_slug: slug },
    body: { user_id: 'ada', arguments: args },
  })
const getTool = (slug: string) => service.client.tools.get({ params: { tool_slug: slug } })

describe('an MCP server', () => {
  it('of the newer era becomes a toolkit whose tools run', async () => {
    verifies('mcp-source.import', 'mcp-source.tools', 'mcp-source.execute', 'mcp-source.results')
    const server = await startMcpServer(weather(), { era: 'modern' })
    const report = await importFrom('weather', server.mcpUrl, { annotations: 'trusted' })
    expect(report).toMatchObject({
      operations: 3,
      made: 3,
      skipped: [],
      tools: ['WEATHER_GET_WEATHER', 'WEATHER_DELETE_ALL', 'WEATHER_SEND_REPORT'],
    })
    expect(await service.client.toolkits.get({ params: { slug: 'weather' } })).toMatchObject({
      name: 'The fixture',
      base_url: server.url,
      meta: { description: 'Ask it for weather.', tools_count: 3 },
    })

    const [listed] = server.fixture.tools
    expect(await getTool('WEATHER_GET_WEATHER')).toMatchObject({
      name: 'Weather',
      description: 'Does get_weather',
      input_parameters: listed?.inputSchema,
      output_parameters: listed?.outputSchema,
      tags: ['readOnlyHint'],
      no_auth: true,
    })
    expect((await getTool('WEATHER_DELETE_ALL')).tags).toEqual([
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
    ])
    expect((await getTool('WEATHER_SEND_REPORT')).tags).toEqual([
      'destructiveHint',
      'openWorldHint',
    ])

    const done = await execute('WEATHER_GET_WEATHER', { place: 'Bonn' })
    expect(done).toMatchObject({ data: { sky: 'clear over Bonn' }, error: null, successful: true })
    expect(await service.client.logs.get({ params: { id: String(done.log_id) } })).toMatchObject({
      tool_slug: 'WEATHER_GET_WEATHER',
      toolkit: 'weather',
      status: 'success',
      request: { arguments: { place: 'Bonn' } },
      requests: [{ method: 'POST', url: server.url, rpc_method: 'tools/call', status: 200 }],
      response: { sky: 'clear over Bonn' },
    })
    expect(await execute('WEATHER_DELETE_ALL', { place: 'Bonn' })).toMatchObject({
      data: { text: 'no delete-all in Bonn' },
      error: '"The fixture" reports an error: "no delete-all in Bonn"',
      successful: false,
    })
    // The era is known from the import: a call is one request.
    expect(server.methods()).toEqual(['server/discover', 'tools/list', 'tools/call', 'tools/call'])
    expect(server.received.at(-1)?.headers).toMatchObject({
      'mcp-method': 'tools/call',
      'mcp-name': 'delete-all',
    })

    expect(await execute('WEATHER_GET_WEATHER', { place: 7 })).toMatchObject({
      error: expect.stringContaining('not valid'),
      successful: false,
    })
    expect(server.methods()).toHaveLength(4)
  })

  it('from npm, of the older era, becomes a toolkit whose tools run', async () => {
    verifies('mcp-source.import', 'mcp-source.execute', 'mcp-source.results')
    const everything = await startEverything()
    const report = await importFrom('everything', everything.url)
    expect(report.tools).toEqual(
      expect.arrayContaining([
        'EVERYTHING_ECHO',
        'EVERYTHING_GET_SUM',
        'EVERYTHING_GET_TINY_IMAGE',
        'EVERYTHING_GET_STRUCTURED_CONTENT',
      ]),
    )
    expect(report.skipped).toEqual([
      { operation: 'simulate-research-query', reason: expect.stringContaining('task') },
    ])

    expect(await execute('EVERYTHING_ECHO', { message: 'hello' })).toMatchObject({
      data: { text: 'Echo: hello' },
      error: null,
    })
    expect(await execute('EVERYTHING_GET_SUM', { a: 2, b: 3 })).toMatchObject({
      data: { text: 'The sum of 2 and 3 is 5.' },
      error: null,
    })
    expect(
      await execute('EVERYTHING_GET_STRUCTURED_CONTENT', { location: 'Chicago' }),
    ).toMatchObject({
      data: { temperature: expect.any(Number), conditions: expect.any(String) },
      error: null,
    })
    const image = await execute('EVERYTHING_GET_TINY_IMAGE', {})
    expect(image).toMatchObject({
      data: {
        text: expect.any(String),
        files: [{ content_type: 'image/png', size: expect.any(Number) }],
      },
      error: null,
    })
    const [file] = image.data['files'] as { url: string; size: number }[]
    const fetched = new Uint8Array(await (await fetch(file?.url ?? '')).arrayBuffer())
    expect([fetched.length, ...fetched.slice(1, 4)]).toEqual([file?.size, 0x50, 0x4e, 0x47])
    await everything.close()
    expect(await execute('EVERYTHING_ECHO', { message: 'hello' })).toMatchObject({
      error: expect.stringContaining('could not be called'),
      successful: false,
    })
  })

  it('imported again makes a version when its list differs, and none when it does not', async () => {
    verifies('mcp-source.versions')
    const server = await startMcpServer(weather())
    const first = await importFrom('again', server.mcpUrl)
    expect(await importFrom('again', server.mcpUrl)).toMatchObject({
      version: first.version,
      difference: {
        previous_version: first.version,
        added: [],
        removed: [],
        changed: [],
        unchanged: 3,
      },
    })
    expect((await getTool('AGAIN_GET_WEATHER')).available_versions).toEqual([first.version])

    server.fixture.tools = [
      tool('brand-new'),
      ...server.fixture.tools.slice(0, 1),
      tool('delete-all', { description: 'Takes everything away' }),
    ]
    const second = await importFrom('again', server.mcpUrl)
    expect(second.version > first.version).toBe(true)
    expect(second.difference).toEqual({
      previous_version: first.version,
      added: ['AGAIN_BRAND_NEW'],
      removed: ['AGAIN_WEATHER_SEND_REPORT'],
      changed: ['AGAIN_DELETE_ALL'],
      unchanged: 1,
    })
    expect(
      (
        await service.client.tools.get({
          params: { tool_slug: 'AGAIN_DELETE_ALL' },
          query: { version: first.version },
        })
      ).description,
    ).toBe('Does delete-all')
  })

  it('gives each name its slug whatever the others are, and keeps it', async () => {
    verifies('mcp-source.versions')
    const names = [
      'create_issue',
      'createIssue',
      'create-issue',
      'twin_create_issue',
      '天気',
      'x'.repeat(120),
    ]
    const server = await startMcpServer({ ...weather(), tools: names.map((name) => tool(name)) })
    const first = await importFrom('twin', server.mcpUrl)
    expect(new Set(first.tools).size).toBe(names.length)
    for (const slug of first.tools) expect(slug).toMatch(/^TWIN_[A-Z0-9_]{1,59}$/)
    server.fixture.tools = server.fixture.tools.toReversed()
    expect((await importFrom('twin', server.mcpUrl)).tools.toReversed()).toEqual(first.tools)
    server.fixture.tools = server.fixture.tools.filter(({ name }) => name !== 'create-issue')
    expect((await importFrom('twin', server.mcpUrl)).difference).toMatchObject({
      added: [],
      removed: [first.tools[2]],
      changed: [],
    })
  })

  it('gives only the tools whose names are wanted', async () => {
    const server = await startMcpServer(weather())
    const report = await importFrom('some', server.mcpUrl, {
      include: ['get', 'delete'],
      exclude: ['delete'],
    })
    expect(report).toMatchObject({
      tools: ['SOME_GET_WEATHER'],
      notes: ['2 of 3 tools are excluded by include and exclude'],
    })
  })

  it('at another host needs a word', async () => {
    verifies('mcp-source.host-change')
    const [one, other] = [await startMcpServer(weather()), await startMcpServer(weather())]
    await importFrom('moved', one.mcpUrl)
    await expect(importFrom('moved', other.mcpUrl)).rejects.toThrow(other.url)
    await execute('MOVED_GET_WEATHER', { place: 'Bonn' })
    expect(one.methods().at(-1)).toBe('tools/call')
    await importFrom('moved', other.mcpUrl, { accept_host_change: true })
    await execute('MOVED_GET_WEATHER', { place: 'Bonn' })
    expect(other.methods().at(-1)).toBe('tools/call')
  })

  it('may be a session of this very service', async () => {
    verifies('mcp-source.import', 'mcp-source.execute')
    const { mcp } = await service.client.sessions.create({ body: { user_id: 'ada', toolkits: [] } })
    const report = await importToolkit(service, {
      slug: 'itself',
      source: { mcp: { url: mcp.url, headers: { 'x-api-key': service.apiKey } } },
    })
    expect(report.tools).toContain('ITSELF_SVC_SEARCH_TOOLS')
    const { data, error } = await execute('ITSELF_SVC_SEARCH_TOOLS', {
      queries: [{ use_case: 'tell the weather' }],
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({ success: true, results: [{ use_case: 'tell the weather' }] })
  })
})
