import type { OutboundResponse, OutboundSend } from '../outbound/index.ts'
import { plainText, type TextParser } from '../untrusted-text/index.ts'
import { McpFailure } from './mcp-failure.ts'
import { SessionEnded, speakWithin, type McpSession } from './mcp-session.ts'
import { readMessages, type Screen } from './read-messages.ts'
import type { Budget } from './start-budget.ts'

/** Sends a request with the credentials of the user that the call is made for. */
export type McpSend = (
  request: Parameters<OutboundSend>[0] & { url: string; headers: Record<string, string> },
) => Promise<OutboundResponse>

type Way = {
  texts: TextParser
  send: McpSend
  /** Sends a request that must arrive even after the call has ended. */
  sendLast: McpSend
  headers: Record<string, string>
  budget: Budget
  session: McpSession
  screen?: Screen | undefined
}

type Message = { id?: unknown; method?: unknown }

/** A message as the SDK's client serialized it. */
const readMessage = (text: string): Message => {
  const message: unknown = JSON.parse(text)
  return typeof message === 'object' && message !== null ? message : {}
}

const lastLimits = { timeoutMs: 2_000, maxResponseBytes: 64 * 1024 }

/**
 * Implements the `fetch` of the protocol's client with the outbound client: responses are read
 * completely, and all of them share the limits.
 *
 * Redirects are returned; the client follows them within one origin only, so that headers never
 * leave it.
 */
export const toFetch = ({ texts, send, sendLast, headers, budget, session, screen }: Way) => {
  const within = speakWithin(session)
  let failure: unknown

  const exchange = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const given = Object.fromEntries(new Headers(init.headers))
    // No long-lived streams: the messages of a server arrive with its responses.
    if (init.method === 'GET' && given['accept']?.includes('text/event-stream'))
      return new Response(null, { status: 405 })
    const message = typeof init.body === 'string' ? readMessage(init.body) : undefined
    const known = message && within.answer(message)
    if (known) return known
    const sent = message && within.send(message)
    const isLast = message?.method === 'notifications/cancelled'
    const response = await (isLast ? sendLast : send)({
      url: String(url),
      method: init.method ?? 'GET',
      headers: { ...given, ...headers },
      sensitiveHeaders: Object.keys(headers),
      // Some servers expect their key there.
      hasCredentialInUrl: new URL(url).search !== '',
      maxRedirects: 0,
      ...(isLast ? lastLimits : budget.left()),
      ...(sent && { body: JSON.stringify(sent) }),
      ...(init.signal && !isLast && { signal: init.signal }),
    })
    budget.spend(response.body.byteLength)
    if (response.status === 401 || response.status === 403) throw refused(response)
    if (message?.id === undefined) return toResponse(response)
    const { method } = message
    if (within.isOver(response.status))
      throw new SessionEnded('The MCP server does not know the session')
    if (method === 'initialize' && (response.status === 404 || response.status === 405))
      throw unknownTransport(response)
    if (!isAnswered(response)) return toResponse(response)
    const messages = await readMessages(texts, response, { id: sent?.id, method, screen })
    if (method === 'initialize')
      within.noteHandshake(resultOf(messages, sent?.id), response.headers['mcp-session-id'])
    return Response.json(
      messages.map((each) => (isAnswer(each, sent?.id) ? { ...each, id: message.id } : each)),
      { status: response.status, headers: sessionOf(response.headers) },
    )
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
    /** The first error on this side, which the client may have wrapped. */
    failure: () => failure,
  }
}

const refused = ({ status, headers, body }: OutboundResponse): McpFailure => {
  const details = plainText(Buffer.from(body.subarray(0, 4000)).toString('utf8'), 300)
  return new McpFailure('refused', `The MCP server answered ${status}`, {
    status,
    challenge: headers['www-authenticate'],
    ...(details !== '' && { details }),
  })
}

/**
 * A server of the older transport answers so as well as a wrong path does, and its endless stream
 * cannot be read to tell them apart.
 */
const unknownTransport = ({ status }: OutboundResponse): McpFailure =>
  new McpFailure(
    'refused',
    `The MCP server answered ${status}. Only its address for Streamable HTTP can be used, which often ends with /mcp; that of the older HTTP+SSE transport, often /sse, cannot`,
    { status },
  )

const isAnswered = ({ status }: OutboundResponse): boolean =>
  status >= 200 && status < 300 && status !== 202

const toResponse = ({ status, headers, body }: OutboundResponse): Response => {
  const isBodiless = status === 204 || status === 205 || status === 304
  return new Response(isBodiless ? null : Buffer.from(body), { status, headers })
}

const sessionOf = ({ 'mcp-session-id': id }: Record<string, string>): Record<string, string> =>
  id === undefined ? {} : { 'mcp-session-id': id }

const isAnswer = (message: unknown, id: unknown): message is object =>
  typeof message === 'object' &&
  message !== null &&
  'id' in message &&
  message.id === id &&
  !('method' in message)

const resultOf = (messages: unknown[], id: unknown): unknown =>
  messages
    .filter((each) => isAnswer(each, id))
    .map((each) => ('result' in each ? each.result : undefined))[0]
