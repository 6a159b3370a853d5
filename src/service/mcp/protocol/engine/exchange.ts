import type { Server } from '@modelcontextprotocol/server'

/** One request of a client, past every check of who sends it. */
export type Exchange = {
  request: Request
  /** The body, parsed. */
  body: unknown
  requestId: string
  /** Endpoint and caller: one caller's messages never reach another's calls. */
  scope: string
  /** Makes what answers the messages; it lives as long as one of them. */
  createServer(context: ServerContext): Server
}

export type ServerContext = {
  requestId: string
  /** Whether the client said in its handshake that it shows pages to its user; a client without handshake says it with each request. */
  opensPages: boolean
}
