import {
  SdkError,
  SdkErrorCode,
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCRequest,
} from '@modelcontextprotocol/server'
import { createId } from '../../../platform/ids.ts'
import type { Exchange } from './exchange.ts'
import { HandshakeTransport } from './handshake-transport.ts'
import type { InFlight } from './in-flight.ts'
import { isHandshakeVersion } from './protocol-versions.ts'
import { supportsUrlElicitation } from './url-elicitation.ts'
import { toRpcErrorResponse } from './to-rpc-error-response.ts'

const maximumBatch = 50

/**
 * Serves clients of the `initialize` handshake (2025-03-26 to 2025-11-25), each request
 * independently.
 */
export const serveHandshake = async (inFlight: InFlight, exchange: Exchange): Promise<Response> => {
  const { request, body } = exchange
  const version = request.headers.get('mcp-protocol-version')
  if (version !== null && !isHandshakeVersion(version) && !isInitializeRequest(body))
    return toRpcErrorResponse(
      400,
      -32000,
      `Bad Request: the protocol version "${version.slice(0, 40)}" is not supported`,
    )
  return Array.isArray(body)
    ? serveBatch(inFlight, exchange, body)
    : serveMessage(inFlight, exchange, body, acceptsStreams(request))
}

const acceptsStreams = ({ headers }: Request): boolean =>
  (headers.get('accept') ?? '').includes('text/event-stream')

const serveMessage = async (
  inFlight: InFlight,
  exchange: Exchange,
  message: unknown,
  streams: boolean,
): Promise<Response> => {
  if (isJSONRPCRequest(message)) return serveRequest(inFlight, exchange, message, streams)
  const session = readClientSession(exchange.request.headers.get('mcp-session-id'))
  if (isJSONRPCResponse(message))
    inFlight
      .ofQuestion(String(message.id).split('.', 1)[0] ?? '')
      ?.answer(scopeOf(exchange, session), message)
  else if (isJSONRPCNotification(message)) {
    if (message.method === 'notifications/cancelled')
      await inFlight.ofCall(toCall(exchange, session, message.params?.['requestId']))?.close()
  } else return toRpcErrorResponse(400, -32600, 'Bad Request: the body is not a JSON-RPC message')
  return accepted()
}

const serveRequest = async (
  inFlight: InFlight,
  exchange: Exchange,
  message: JSONRPCRequest,
  streams: boolean,
): Promise<Response> => {
  const { request, requestId, readTrace, offer } = exchange
  const session = readClientSession(request.headers.get('mcp-session-id'))
  const server = offer.createServer({
    requestId,
    readTrace,
    opensPages: session?.opensPages ?? false,
    canListen: false,
  })
  const call = toCall(exchange, session, message.id)
  const transport = new HandshakeTransport({
    scope: scopeOf(exchange, session),
    streams,
    onClosed: () => inFlight.remove(call, transport),
  })
  await server.connect(transport)
  if (session) inFlight.add(call, transport)
  try {
    const response = await transport.handleMessage(message, { request })
    return isInitializeRequest(message)
      ? withClientSession(response, message)
      : asAnswered(response)
  } catch (error) {
    // Cancelled by the client, or the client disconnected: nothing to send.
    if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) return accepted()
    throw error
  }
}

/**
 * In these revisions a JSON-RPC error has the HTTP status 200: a 404 would mean that the session
 * has ended.
 */
const asAnswered = (response: Response): Response =>
  response.status === 200
    ? response
    : new Response(response.body, { status: 200, headers: response.headers })

const withClientSession = async (
  response: Response,
  { params }: JSONRPCRequest,
): Promise<Response> => {
  const answer = (await response.json()) as { result?: { protocolVersion?: unknown } }
  const { id } = startClientSession(answer.result?.protocolVersion, params?.['capabilities'])
  return Response.json(answer, { headers: answer.result ? { 'mcp-session-id': id } : {} })
}

/** Batches exist only in 2025-03-26; their answers are sent together. */
const serveBatch = async (
  inFlight: InFlight,
  exchange: Exchange,
  messages: unknown[],
): Promise<Response> => {
  if (messages.length === 0 || messages.length > maximumBatch)
    return toRpcErrorResponse(400, -32600, `Bad Request: a batch has 1 to ${maximumBatch} messages`)
  if (messages.some((message) => isInitializeRequest(message)))
    return toRpcErrorResponse(400, -32600, 'Bad Request: initialize must not be part of a batch')
  const responses = await Promise.all(
    messages.map((message) => serveMessage(inFlight, exchange, message, false)),
  )
  const answers = await Promise.all(
    responses.filter(({ status }) => status !== 202).map((response) => response.json()),
  )
  return answers.length === 0 ? accepted() : Response.json(answers)
}

const accepted = () => new Response(null, { status: 202 })

const scopeOf = ({ scope }: Exchange, session: ClientSession | undefined): string =>
  `${scope} ${session?.id ?? ''}`

const toCall = (exchange: Exchange, session: ClientSession | undefined, id: unknown): string =>
  `${scopeOf(exchange, session)} ${JSON.stringify(id)}`

const form = /^mcs_[0-9A-Za-z]{16,40}(\.pages)?$/

/** Earlier revisions do not support pages. */
const firstWithPages = '2025-11-25'

/**
 * The declarations of a handshake client, encoded in the session id that it sends with every later
 * request.
 *
 * Nothing is stored: every node can decode it, and abandoned clients cost no memory.
 */
type ClientSession = { id: string; opensPages: boolean }

/**
 * Creates an id for the client that sent these parameters with `initialize`; `version` is the
 * negotiated one.
 */
const startClientSession = (version: unknown, capabilities: unknown): ClientSession => {
  const opensPages = version === firstWithPages && supportsUrlElicitation(capabilities)
  return { id: `${createId('mcs_')}${opensPages ? '.pages' : ''}`, opensPages }
}

/**
 * Returns `undefined` for an id that the service did not issue. It carries no authority, so its
 * content is trusted.
 */
const readClientSession = (id: string | null): ClientSession | undefined => {
  const match = id === null ? null : form.exec(id)
  return match ? { id: match[0], opensPages: match[1] !== undefined } : undefined
}
