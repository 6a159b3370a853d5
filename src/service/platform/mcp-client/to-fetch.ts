import type { OutboundRequest, OutboundResponse } from '../outbound/index.ts'
import { McpFailure } from './mcp-failure.ts'
import { plainText } from './plain-text.ts'
import { readMessages, type Screen } from './read-messages.ts'

/** Sends a request as whoever the call is made for. */
export type McpSend = (request: OutboundRequest & { url: string; headers: Record<string, string> }) => Promise<OutboundResponse>

export type McpLimits = { timeoutMs: number; maximumBytes: number }

/**
 * `fetch` as the protocol's client wants it, over our own way out: answers are read whole, and all of them together keep within the limits.
 *
 * Redirects come back as they are; the client follows them within one origin, so that headers never leave it.
 */
export const toFetch = (send: McpSend, headers: Record<string, string>, { timeoutMs, maximumBytes }: McpLimits, screen?: Screen) => {
  const endsAt = performance.now() + timeoutMs
  let bytes = 0
  let failure: unknown

  const exchange = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const given = Object.fromEntries(new Headers(init.headers))
    // Standing streams are not held: what a server has to say comes with its answers.
    if (init.method === 'GET' && given['accept']?.includes('text/event-stream')) return new Response(null, { status: 405 })
    const remainingMs = Math.ceil(endsAt - performance.now())
    if (remainingMs <= 0) throw new McpFailure('unanswered', `The MCP server took longer than ${timeoutMs} ms`)
    const response = await send({
      url: String(url),
      method: init.method ?? 'GET',
      headers: { ...given, ...headers },
      sensitiveHeaders: Object.keys(headers),
      maxRedirects: 0,
      timeoutMs: remainingMs,
      maxResponseBytes: Math.max(1, maximumBytes - bytes),
      ...(typeof init.body === 'string' && { body: init.body }),
      ...(init.signal && { signal: init.signal }),
    })
    bytes += response.body.byteLength
    if (response.status === 401 || response.status === 403) throw refused(response)
    return toResponse(response, idOf(init.body), screen)
  }

  return {
    fetch: async (url: string | URL, init?: RequestInit): Promise<Response> => {
      try {
        return await exchange(url, init)
      } catch (error) {
        failure ??= error
        throw error
      }
    },
    /** The first error of this side, however the client wrapped it. */
    failure: () => failure,
  }
}

const refused = ({ status, headers, body }: OutboundResponse): McpFailure => {
  const said = plainText(Buffer.from(body.subarray(0, 4000)).toString('utf8'), 300)
  return new McpFailure('refused', `The MCP server answered ${status}${said === '' ? '' : `: ${said}`}`, { status, challenge: headers['www-authenticate'] })
}

const toResponse = (response: OutboundResponse, id: unknown, screen: Screen | undefined): Response => {
  const { status, headers, body } = response
  if (status >= 200 && status < 300 && status !== 202 && id !== undefined) return Response.json(readMessages(response, id, screen), { status, headers: sessionOf(headers) })
  const isBodiless = status === 204 || status === 205 || status === 304
  return new Response(isBodiless ? null : Buffer.from(body), { status, headers })
}

const sessionOf = ({ 'mcp-session-id': id }: Record<string, string>): Record<string, string> => (id === undefined ? {} : { 'mcp-session-id': id })

/** Requests have an id, notifications none. */
const idOf = (body: RequestInit['body']): unknown => (typeof body === 'string' ? (JSON.parse(body) as { id?: unknown }).id : undefined)
