import type { ServerResponse } from 'node:http'
import { startUpstream, type ReceivedRequest, type Upstream } from '../start-upstream.ts'

type HostileRequest = {
  id: number
  method: string
  params: Record<string, unknown>
  request: ReceivedRequest
  response: ServerResponse
}

/** What a method is answered with: a result, or nothing where it has answered by itself. */
export type HostileAnswers = Record<string, (call: HostileRequest) => object | undefined>

/**
 * An MCP server of the older era, written by hand, that answers as it is told and not as the
 * protocol says.
 */
export const startHostileMcp = async (
  answers: HostileAnswers,
): Promise<Upstream & { mcpUrl: string }> => {
  const upstream = await startUpstream((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const {
      id,
      method,
      params = {},
    } = JSON.parse(request.body) as {
      id?: number
      method: string
      params?: Record<string, unknown>
    }
    if (id === undefined) return void response.writeHead(202).end()
    if (method === 'server/discover')
      return reply(response, {
        jsonrpc: '2.0',
        id,
        error: { code: -32601, message: 'Method not found' },
      })
    const answer = answers[method]
    const result = answer
      ? answer({ id, method, params, request, response })
      : method === 'initialize'
        ? greeting
        : undefined
    if (result) reply(response, { jsonrpc: '2.0', id, result })
  })
  return { ...upstream, mcpUrl: `${upstream.url}/mcp` }
}

export const reply = (response: ServerResponse, message: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message))
}

const greeting = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'hostile', version: '1' },
}
