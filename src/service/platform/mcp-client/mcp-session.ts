/**
 * A session with a server of the older protocol era, which begins with a handshake.
 *
 * Each call has its own client, whose request ids restart, so they are renumbered to be unique
 * within the session.
 */
export type McpSession = {
  /** The server's response to `initialize`; absent until it arrives. */
  handshake?: { result: unknown; sessionId: string | undefined }
  requests: number
  /** Whether a client could begin with this handshake. */
  isOpen: boolean
}

export const startSession = (): McpSession => ({ requests: 0, isOpen: false })

/** The server no longer knows the session and has executed nothing. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded'
}

type Message = { id?: unknown; method?: unknown; params?: { requestId?: unknown } }

/** Translates the messages of one client within a session. */
export const speakWithin = (session: McpSession) => {
  const isKnown = session.handshake !== undefined
  const numbers = new Map<unknown, number>()
  return {
    /** The response to a repeated handshake, from the first one. */
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
    /** The message as it is sent to the server. */
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
    /** Whether a status means that an existing session has ended. */
    isOver: (status: number): boolean => isKnown && (status === 404 || status === 400),
    noteHandshake: (result: unknown, sessionId: string | undefined): void => {
      session.handshake = { result, sessionId }
    },
  }
}
