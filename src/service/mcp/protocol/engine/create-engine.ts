import { classifyInboundRequest, createMcpHandler, type Server } from '@modelcontextprotocol/server'
import type { Exchange } from './exchange.ts'
import { createInFlight } from './in-flight.ts'
import { refuse } from './refuse.ts'
import { serveHandshake } from './serve-handshake.ts'

export type Engine = { serve(exchange: Exchange): Promise<Response> }

/**
 * Speaks the Model Context Protocol in both eras on one address, and keeps nothing between two requests: 2026-07-28, where each
 * request says everything of itself, and the revisions that begin with a handshake.
 */
export const createEngine = ({ onError }: { onError: (error: unknown) => void }): Engine => {
  const inFlight = createInFlight()
  const exchanges = new WeakMap<Request, Exchange>()

  const createServer = ({ requestInfo }: { requestInfo?: Request }): Server => {
    const exchange = requestInfo && exchanges.get(requestInfo)
    if (!exchange) throw new Error('A request came by another way than serve')
    return exchange.createServer({ requestId: exchange.requestId, opensPages: false })
  }
  const handler = createMcpHandler(createServer, { legacy: 'reject', onerror: onError })

  return {
    serve: (exchange) => {
      const { request, body } = exchange
      const route = classifyInboundRequest({ httpMethod: request.method, body, ...standardHeaders(request) })
      if (route.kind === 'legacy') return serveHandshake(inFlight, exchange)
      // Nothing here changes in a way that clients are told of, and a stream would stay open for nothing.
      if (route.kind === 'modern' && route.messageKind === 'request' && route.message.method === 'subscriptions/listen') {
        return Promise.resolve(refuse(404, -32601, 'Method not found', { id: route.message.id }))
      }
      exchanges.set(request, exchange)
      return handler.fetch(request, { parsedBody: body })
    },
  }
}

const standardHeaders = ({ headers }: Request) => {
  const [protocolVersionHeader, mcpMethodHeader, mcpNameHeader] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((name) => headers.get(name) ?? undefined)
  return { ...(protocolVersionHeader !== undefined && { protocolVersionHeader }), ...(mcpMethodHeader !== undefined && { mcpMethodHeader }), ...(mcpNameHeader !== undefined && { mcpNameHeader }) }
}
