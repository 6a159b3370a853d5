import {
  createMcpHandler,
  Server,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/server'
import { startUpstream, type ReceivedRequest, type Upstream } from '../start-upstream.ts'

/** What the server lists and does by now; a test may change it at any time. */
export type McpFixture = {
  tools: Tool[]
  call: (name: string, args: Record<string, unknown>) => CallToolResult | Promise<CallToolResult>
  /** The other requests are refused: 401, with this challenge. */
  accepts?: (request: ReceivedRequest) => boolean
  challenge?: string
  /** Tells with every call that the list has changed. */
  announces?: boolean
}

export type McpServerFixture = Upstream & {
  mcpUrl: string
  fixture: McpFixture
  methods(): string[]
}

/**
 * A real MCP server of the SDK's current generation, on loopback; `modern` speaks the newer era
 * alone.
 */
export const startMcpServer = async (
  fixture: McpFixture,
  {
    era = 'both',
    keep = false,
    serve,
  }: {
    era?: 'both' | 'modern'
    keep?: boolean
    serve?: (request: ReceivedRequest) => object | undefined
  } = {},
): Promise<McpServerFixture> => {
  const handler = createMcpHandler(
    () => create(fixture),
    era === 'modern' ? { legacy: 'reject' } : {},
  )
  const upstream = await startUpstream(
    async (request, response) => {
      const other = serve?.(request)
      if (other)
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(other))
      if (fixture.accepts && !fixture.accepts(request))
        return void response
          .writeHead(
            401,
            fixture.challenge === undefined ? {} : { 'www-authenticate': fixture.challenge },
          )
          .end('who are you')
      const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      )
      const body = request.body === '' ? {} : { body: request.body }
      const answer = await handler.fetch(
        new Request(`http://127.0.0.1${request.url}`, { method: request.method, headers, ...body }),
      )
      response
        .writeHead(answer.status, Object.fromEntries(answer.headers))
        .end(Buffer.from(await answer.arrayBuffer()))
    },
    { keep },
  )
  const methods = () =>
    upstream.received.flatMap(({ body }) =>
      body === '' ? [] : [String((JSON.parse(body) as { method?: unknown }).method)],
    )
  return { ...upstream, mcpUrl: `${upstream.url}/mcp`, fixture, methods }
}

const create = (fixture: McpFixture): Server => {
  const server = new Server(
    { name: 'fixture', title: 'The fixture', version: '1' },
    { capabilities: { tools: { listChanged: true } }, instructions: 'Ask it for weather.' },
  )
  server.setRequestHandler('tools/list', () => ({ tools: fixture.tools }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    if (fixture.announces)
      await context.mcpReq.notify({ method: 'notifications/tools/list_changed' })
    return fixture.call(params.name, params.arguments ?? {})
  })
  return server
}

/** A tool with one text argument, more or less. */
export const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  description: `Does ${name}`,
  inputSchema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
  ...more,
})
