import {
  CLIENT_CAPABILITIES_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  SERVER_INFO_META_KEY,
  classifyInboundRequest,
  isJsonContentType,
} from '@modelcontextprotocol/server'
import { isObject } from '../../../../schema/json-schema.ts'
import type { Exchange } from './exchange.ts'
import { requestVersion } from './protocol-versions.ts'
import type { VersionedRequest } from './read-versioned-request.ts'
import { standardHeaders } from './standard-headers.ts'
import { toRpcErrorResponse } from './to-rpc-error-response.ts'
import { traceOf } from './trace-of.ts'
import { supportsUrlElicitation } from './url-elicitation.ts'

/**
 * Serves a `tools/call` of 2026-07-28 that asks for nothing but the result; `undefined` for others,
 * and for what is not valid. Those are the library's, which creates a server and a transport for
 * each request.
 */
export const serveCall = async (
  exchange: Exchange,
  { id, params }: VersionedRequest,
): Promise<Response | undefined> => {
  const { direct } = exchange.offer
  const call = direct && readPlainCall(exchange, params)
  if (!direct || !call) return undefined
  const { name, given, meta } = call
  try {
    const result = await direct.call(name, given, {
      requestId: exchange.requestId,
      signal: exchange.request.signal,
      trace: traceOf(meta, exchange),
      opensPages: false,
    })
    if (!result) return undefined
    const _meta = { ...result._meta, [SERVER_INFO_META_KEY]: direct.identity }
    return exchange.send({
      jsonrpc: '2.0',
      id,
      result: { ...result, resultType: 'complete', _meta },
    })
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError)) throw thrown
    const data = isObject(thrown.data) ? { data: thrown.data } : {}
    return toRpcErrorResponse(200, thrown.code, thrown.message, { id, ...data })
  }
}

type PlainCall = {
  name: string
  given: Record<string, unknown>
  meta: Record<string, unknown>
}

/** A valid call of a client that wants no progress, opens no pages and answers no questions. */
const readPlainCall = (
  { request, body }: Exchange,
  { name, arguments: given = {}, _meta: meta, ...others }: Record<string, unknown>,
): PlainCall | undefined => {
  const { headers, method } = request
  return typeof name === 'string' &&
    isObject(given) &&
    isObject(meta) &&
    Object.keys(others).length === 0 &&
    meta['progressToken'] === undefined &&
    meta[PROTOCOL_VERSION_META_KEY] === requestVersion &&
    !supportsUrlElicitation(meta[CLIENT_CAPABILITIES_META_KEY]) &&
    headers.get('mcp-method') === 'tools/call' &&
    headers.get('mcp-name') === name &&
    isJsonContentType(headers.get('content-type')) &&
    classifyInboundRequest({ httpMethod: method, body, ...standardHeaders(request) }).kind ===
      'modern'
    ? { name, given, meta }
    : undefined
}
