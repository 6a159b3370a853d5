import type { CallToolResult, Implementation, Server, Tool } from '@modelcontextprotocol/server'
import type { TraceContext } from '../../../platform/trace-context.ts'
import type { CallContext } from '../tool-source.ts'

/** One authenticated request of a client. */
export type Exchange = {
  request: Request
  /** The parsed body. */
  body: unknown
  requestId: string
  /** Endpoint and caller: separates the messages of different callers. */
  scope: string
  /** The owner that subscriptions are counted for. */
  caller: string
  offer: Offer
  /** The trace of the HTTP request; read when a call needs it. */
  readTrace(): TraceContext | undefined
  /**
   * Checks again that the caller may use the endpoint, and reads its stamps; rejects when access
   * was lost.
   */
  look(): Promise<ListStamps>
  /** The response with one message. */
  send(message: unknown): Response
}

/** What an endpoint provides for one caller. */
export type Offer = {
  /** Creates the server for the messages; it lives as long as one of them. */
  createServer(context: ServerContext): Server
  /** Serves calls that need nothing but a result; absent if every call needs a server. */
  direct?: DirectCalls
  /** For a listed tool. */
  inputSchemaOf(tool: string): Promise<Tool['inputSchema'] | undefined>
  stamps(): Promise<ListStamps>
}

/** Calls of tools without a server of the library. */
type DirectCalls = {
  /** How the server names itself in its results. */
  identity: Implementation
  /** `undefined`: a server has to answer, such as for an unknown tool. Throws a `ProtocolError`. */
  call(
    name: string,
    given: Record<string, unknown>,
    context: CallContext & Pick<Exchange, 'requestId'>,
  ): Promise<CallToolResult | undefined>
}

/** The stamp of each list: it changes when the list does. */
export type ListStamps = Partial<Record<'tools' | 'prompts' | 'resources', string>>

export type ServerContext = Pick<Exchange, 'requestId' | 'readTrace'> & {
  /**
   * Whether the client declared in its handshake that it opens pages for its user; a client without
   * a handshake declares it with each request.
   */
  opensPages: boolean
  /**
   * Whether the client can subscribe to changes of lists: clients with a handshake have no stream
   * for them.
   */
  canListen: boolean
}
