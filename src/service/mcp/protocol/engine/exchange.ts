import type { Server, Tool } from '@modelcontextprotocol/server'
import type { TraceContext } from '../../../platform/trace-context.ts'

/** One request of a client, past every check of who sends it. */
export type Exchange = {
  request: Request
  /** The body, parsed. */
  body: unknown
  requestId: string
  /** Endpoint and caller: one caller's messages never reach another's calls. */
  scope: string
  /** Whose subscriptions are counted together. */
  caller: string
  offer: Offer
  /** The trace that the request of HTTP belongs to; read when a call needs it. */
  readTrace(): TraceContext | undefined
  /**
   * Checks again that the caller may use the endpoint, and looks at its lists; rejects when there
   * is nothing to look at any more.
   */
  look(): Promise<ListStamps>
}

/** What an endpoint has for one caller. */
export type Offer = {
  /** Makes what answers the messages; it lives as long as one of them. */
  createServer(context: ServerContext): Server
  /** Of a tool that is listed. */
  inputSchemaOf(tool: string): Promise<Tool['inputSchema'] | undefined>
  stamps(): Promise<ListStamps>
}

/** What each list depends on: another stamp, another list. */
export type ListStamps = Partial<Record<'tools' | 'prompts' | 'resources', string>>

export type ServerContext = Pick<Exchange, 'requestId' | 'readTrace'> & {
  /**
   * Whether the client said in its handshake that it shows pages to its user; a client without
   * handshake says it with each request.
   */
  opensPages: boolean
  /**
   * Whether the client can listen for changes of lists: after a handshake there is no stream for
   * them.
   */
  canListen: boolean
}
