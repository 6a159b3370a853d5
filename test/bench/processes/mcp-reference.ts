import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import {
  createMcpHandler,
  Server,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/server'
import { Hono } from 'hono'

/**
 * The protocol's own low-level server with a list and a result that it has at hand: no key, no
 * rules, no log.
 */
const { tools, result } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  tools: Tool[]
  result: CallToolResult
}

const createServer = (): Server => {
  const server = new Server({ name: 'reference', version: '1' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({ tools }))
  server.setRequestHandler('tools/call', () => result)
  return server
}

const handler = createMcpHandler(createServer)
const app = new Hono()
app.all('/mcp', (context) => handler.fetch(context.req.raw))

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}/mcp` })),
)
