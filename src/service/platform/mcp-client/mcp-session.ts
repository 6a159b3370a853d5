/**
 * A session with a server of the older era, which begins with a handshake.
 *
 * Each call has a client of its own, whose numbers begin anew: within the session every request has
 * another.
 */
export type McpSession = {
  /** What the server answered to `initialize`; absent until it did. */
  handshake?: { result: unknown; sessionId: string | undefined }
  requests: number
}

export const startSession = (): McpSession => ({ requests: 0 })

/** The server knows the session no more, and has done nothing. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded'
}

type Message = { id?: unknown; method?: unknown; params?: { requestId?: unknown } }

/** How one client's messages go within a session. */
export const speakWithin = (session: McpSession) => {
  const isKnown = session.handshake !== undefined
  const numbers = new Map<unknown, number>()
  return {
    /** What the server would answer that has shaken hands already. */
    answer: ({ id, method }: Message): Response | undefined => {
      if (!isKnown || !session.handshake) return undefined
      const { result, sessionId } = session.handshake
      if (method === 'initialize')
        return Response.json(
          { jsonrpc: '2.0', id, result },
          { headers: sessionId === undefined ? {} : { 'mcp-session-id': sessionId } },
        )
      return method === 'notifications/initialized'
        ? new Response(null, { status: 202 })
        : undefined
    },
    /** The message as the server gets it. */
    send: <Sent extends Message>(message: Sent): Sent => {
      const { id, params } = message
      if (id !== undefined && message.method !== undefined) {
        session.requests += 1
        numbers.set(id, session.requests)
        return { ...message, id: session.requests }
      }
      return message.method === 'notifications/cancelled'
        ? { ...message, params: { ...params, requestId: numbers.get(params?.requestId) } }
        : message
    },
    /** Where a refusal means that a session from before is over. */
    isOver: (status: number): boolean => isKnown && (status === 404 || status === 400),
    noteHandshake: (result: unknown, sessionId: string | undefined): void => {
      session.handshake = { result, sessionId }
    },
  }
}
