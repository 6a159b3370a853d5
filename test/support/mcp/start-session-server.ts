import {
  Server,
  WebStandardStreamableHTTPServerTransport,
  type CallToolResult,
} from '@modelcontextprotocol/server'
import { startUpstream, type ReceivedRequest, type Upstream } from '../start-upstream.ts'
import { tool } from './start-mcp-server.ts'

type Call = {
  name: string
  arguments: Record<string, unknown>
  session: string | undefined
  signal: AbortSignal
}

export type SessionServer = Upstream & {
  mcpUrl: string
  /**
   * What was asked since the last time, as `method` or, for other messages, the HTTP method, each
   * with its session.
   */
  takeAsked(): {
    asked: string
    session: string | undefined
    id: unknown
    headers: ReceivedRequest['headers']
  }[]
  /**
   * Ends all sessions, as a restart would; what comes with one of them is answered with this
   * status.
   */
  restart(status: number): void
}

/**
 * A server of the era before 2026-07-28, which holds a session for each client; `isStateless`:
 * none.
 */
export const startSessionServer = async (
  call: (call: Call) => CallToolResult | Promise<CallToolResult>,
  { isStateless = false, tools = [tool('look')] } = {},
): Promise<SessionServer> => {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()
  let asked: ReceivedRequest[] = []
  let statusOfUnknown = 404

  const open = async (): Promise<WebStandardStreamableHTTPServerTransport> => {
    const server = new Server({ name: 'sessions', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({ tools }))
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
      call({
        name: params.name,
        arguments: params.arguments ?? {},
        session: transport.sessionId,
        signal: mcpReq.signal,
      }),
    )
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
      ...(!isStateless && {
        sessionIdGenerator: () => crypto.randomUUID(),
        onsessioninitialized: (id) => void sessions.set(id, transport),
        onsessionclosed: (id) => void sessions.delete(id),
      }),
    })
    await server.connect(transport)
    return transport
  }

  const upstream = await startUpstream(async (request, response) => {
    asked.push(request)
    const id = sessionOf(request)
    const known = id === undefined ? await open() : sessions.get(id)
    if (!known)
      return void response
        .writeHead(statusOfUnknown, { 'content-type': 'text/plain' })
        .end('no such session')
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    const answer = await known.handleRequest(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method,
        headers,
        ...(request.body !== '' && { body: request.body }),
      }),
    )
    response
      .writeHead(answer.status, Object.fromEntries(answer.headers))
      .end(Buffer.from(await answer.arrayBuffer()))
  })

  return {
    ...upstream,
    mcpUrl: `${upstream.url}/mcp`,
    takeAsked: () =>
      asked.splice(0).map((request) => {
        const message =
          request.body === '' ? {} : (JSON.parse(request.body) as { method?: string; id?: unknown })
        return {
          asked: message.method ?? request.method,
          session: sessionOf(request),
          id: message.id,
          headers: request.headers,
        }
      }),
    restart: (status) => {
      sessions.clear()
      statusOfUnknown = status
    },
  }
}

const sessionOf = ({ headers }: ReceivedRequest): string | undefined =>
  [headers['mcp-session-id']].flat()[0]
