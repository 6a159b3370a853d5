import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import {
  withBodyBudget,
  limitRate,
  sendAtOnce,
  readBody,
  readTrace,
  toErrorResponse,
  type Environment,
  type OnError,
} from '../../endpoint/index.ts'
import { isObject } from '../../../schema/json-schema.ts'
import type { ByteBudget } from '../../platform/byte-budget.ts'
import type { Log } from '../../platform/log.ts'
import type { RateLimit } from '../../platform/rate-limit/index.ts'
import { readTraceContext } from '../../platform/trace-context.ts'
import { ServiceError } from '../../service-error.ts'
import type { McpCaller } from './authorize.ts'
import type { Engine } from './engine/create-engine.ts'
import type { Offer } from './engine/exchange.ts'
import { rejectForeignOrigin } from './reject-foreign-origin.ts'

/** What an endpoint needs from the application that it is mounted on. */
export type EndpointParts = {
  /** Loaded with the first request. */
  engine: () => Promise<Engine>
  /** The public address of the service, and the address it listens on. */
  ownUrls: () => string[]
  /** Origins whose pages may call it. */
  corsOrigins: readonly string[]
  bytes: ByteBudget
  /** Absent: no limit. */
  rateLimit?: RateLimit | undefined
  onError: OnError
  log: Log
}

export type Endpoint = {
  path: string
  operation: string
  /** Identifies the caller and the source; throws the errors of the REST API. */
  open(context: Context): Promise<{ visitor: McpCaller; offer: Offer }>
}

const maximumBodyBytes = 4 * 1024 * 1024

/** Mounts an MCP endpoint: access is checked here, messages are handled by `engine`. */
export const mountEndpoint = (
  app: Hono<Environment>,
  { path, operation, open }: Endpoint,
  parts: EndpointParts,
): void => {
  const answer = async (context: Context): Promise<Response> => {
    rejectForeignOrigin((name) => context.req.header(name), parts.ownUrls(), parts.corsOrigins)
    if (context.req.method === 'OPTIONS') return context.body(null, 204, { allow: 'POST, OPTIONS' })
    if (context.req.method !== 'POST')
      return context.json(
        toRpcError(-32000, 'Method not allowed: send each message with POST'),
        405,
        { allow: 'POST, OPTIONS' },
      )
    const { visitor, offer } = await open(context)
    context.set('projectId', visitor.project.id)
    context.set('keyId', visitor.id)
    if (parts.rateLimit) await limitRate(context.get('headers'), parts.rateLimit, visitor.id)
    const body = { context, maximumBytes: maximumBodyBytes }
    return withBodyBudget(parts.bytes, visitor.project.id, body, () =>
      serve(context, { visitor, offer }),
    )
  }

  const serve = async (
    context: Context,
    { visitor, offer }: Awaited<ReturnType<typeof open>>,
  ): Promise<Response> => {
    const body = await readMessage(context)
    const requestId: string = context.get('requestId')
    if (parts.log.isLevelEnabled('debug'))
      parts.log.debug(
        { requestId, operation, projectId: visitor.project.id, ...summarize(body) },
        'mcp message',
      )
    const engine = await parts.engine()
    const look = async () => (await open(context)).offer.stamps()
    return engine.serve({
      request: context.req.raw,
      body,
      requestId,
      scope: `${context.req.path} ${visitor.id}`,
      caller: visitor.id,
      offer,
      readTrace: () => readTrace(context),
      look,
      send: (message) =>
        sendAtOnce(context, 200, JSON.stringify(message), { 'content-type': 'application/json' }),
    })
  }

  app.all(path, async (context) => {
    const anyContext = context as Context
    anyContext.set('operation', operation)
    try {
      return await answer(anyContext)
    } catch (thrown) {
      return answerError(anyContext, thrown, parts, operation)
    }
  })
}

/** The log fields of a message: method and tool name, and its trace; none of its content. */
const summarize = (body: unknown): Record<string, string> => {
  if (!isObject(body)) return {}
  const { method, params } = body
  const name = isObject(params) ? params['name'] : undefined
  const meta = isObject(params) && isObject(params['_meta']) ? params['_meta'] : {}
  const traceparent = readTraceContext((field) => meta[field])?.traceparent
  return {
    ...(typeof method === 'string' && { method: method.slice(0, 100) }),
    ...(method === 'tools/call' && typeof name === 'string' && { tool: name.slice(0, 100) }),
    ...(traceparent !== undefined && { traceparent }),
  }
}

class MessageError extends ServiceError {}

const readMessage = async (context: Context): Promise<unknown> => {
  try {
    const body = await readBody(context, maximumBodyBytes)
    if (body !== undefined) return body
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new MessageError(error.slug, error.message, {
      suggestedFix: error.suggestedFix,
      errors: error.errors,
      cause: error,
    })
  }
  throw new MessageError('invalid_request', 'The request has no body', {
    suggestedFix: 'Send one JSON-RPC message',
  })
}

const answerError = (
  context: Context,
  thrown: unknown,
  { onError }: EndpointParts,
  operation: string,
): Response => {
  const requestId: string = context.get('requestId')
  const { status, body, retryAfterSeconds } = toErrorResponse(thrown, requestId)
  const { message, slug, request_id, suggested_fix, errors } = body.error
  if (status >= 500) onError(thrown, { requestId, operation })
  if (retryAfterSeconds !== undefined) context.header('retry-after', String(retryAfterSeconds))
  if (status === 401) context.header('www-authenticate', 'Bearer realm="plugboard"')
  const data = {
    slug,
    request_id,
    ...(suggested_fix !== undefined && { suggested_fix }),
    ...(errors && { errors }),
  }
  return context.json(
    toRpcError(thrown instanceof MessageError ? -32700 : -32000, message, data),
    status as ContentfulStatusCode,
  )
}

const toRpcError = (code: number, message: string, data?: Record<string, unknown>) => ({
  jsonrpc: '2.0',
  error: { code, message, ...(data && { data }) },
  id: null,
})
