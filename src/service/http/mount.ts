import type { Context, Hono } from 'hono'
import { basePath, type Endpoint, type EndpointGroup } from '../../contract/endpoint.ts'
import { streamedData, type EventStream, type StreamedEvent } from '../../contract/event-stream.ts'
import type { ByteBudget } from '../platform/byte-budget.ts'
import type { RateLimit } from '../platform/rate-limit/index.ts'
import {
  limitRate,
  withBodyBudget,
  bodyBytesOf,
  parseRequest,
  readTrace,
  sendError,
  type Authenticate,
  type Caller,
  type Environment,
  type OnError,
  type Handlers,
  type KeyRelease,
  type Validator,
  type RequestContext,
  type ParsedRequest,
} from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { streamResponse } from './stream-response.ts'
import { compressLarge } from './compress-large.ts'
import type { RunIdempotently, Reply } from './run-idempotently.ts'
import { revalidate } from './revalidate.ts'
import { sendReply } from './send-reply.ts'

type MountOptions = {
  authenticate: Authenticate
  /** Absent: no limit. */
  rateLimit?: RateLimit | undefined
  oncePerKey: RunIdempotently
  bytes: ByteBudget
  /** Validate every response against the contract: for tests and development. */
  checkAnswers: boolean
  /** Aborts when the service stops, which ends streamed responses. */
  closing: AbortSignal
  onError: OnError
}

type Route = { operation: string; endpoint: Endpoint; handler: AnyHandler }
type AnyHandler = (
  request: ParsedRequest,
  caller: unknown,
  context: RequestContext,
) => Promise<{ status: number; body: unknown } & KeyRelease & Validator>

/**
 * Creates the routes of the contract. Literal segments come before parameters, since Hono uses the
 * first matching route.
 */
export const mountContract = <C extends Record<string, EndpointGroup>>(
  app: Hono<Environment>,
  contract: C,
  handlers: { readonly [Resource in keyof C]: Handlers<C[Resource]> },
  options: MountOptions,
): void => {
  const routes = Object.entries(contract).flatMap(([resource, group]) =>
    Object.entries(group).map(([name, endpoint]): Route => {
      const handler = (handlers[resource] as Record<string, AnyHandler> | undefined)?.[name]
      if (!handler) throw new Error(`No handler for ${resource}.${name}`)
      return { operation: `${resource}.${name}`, endpoint, handler }
    }),
  )
  for (const route of routes.toSorted(byLiteralSegments)) {
    const { method, path, auth, cacheable } = route.endpoint
    const around = cacheable ? [compressLarge, revalidate(auth)] : [compressLarge]
    app.on(method, [basePath + path.replaceAll(/\{(\w+)\}/g, ':$1')], ...around, (context) =>
      answer(context, route, options),
    )
  }
}

const byLiteralSegments = (a: Route, b: Route): number => (sortKey(a) < sortKey(b) ? -1 : 1)

const sortKey = ({ endpoint }: Route): string =>
  endpoint.path
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '1' : `0${segment}`))
    .join('/')

const answer = async (
  context: Context<Environment>,
  route: Route,
  options: MountOptions,
): Promise<Response> => {
  const requestId = context.get('requestId')
  context.set('operation', route.operation)
  try {
    const caller = await options.authenticate(route.endpoint.auth, (name) =>
      context.req.header(name),
    )
    context.set('projectId', caller && 'project' in caller ? caller.project.id : undefined)
    context.set('keyId', caller?.keyId)
    if (caller && options.rateLimit)
      await limitRate(context.get('headers'), options.rateLimit, caller.keyId)
    return streamedData(route.endpoint.responses[200])
      ? await stream(context, route, caller, options)
      : sendReply(context, await held(context, route, caller, options))
  } catch (thrown) {
    return sendError(context, thrown, route.endpoint.errors, () =>
      options.onError(thrown, { requestId, operation: route.operation }),
    )
  }
}

const held = (
  context: Context<Environment>,
  route: Route,
  caller: Caller | null,
  options: MountOptions,
): Promise<Reply> => {
  const owner =
    caller === null ? 'anybody' : 'project' in caller ? caller.project.id : caller.organizationId
  return withBodyBudget(
    options.bytes,
    owner,
    { context, maximumBytes: bodyBytesOf(route.endpoint) },
    () => reply(context, route, caller, options),
  )
}

/** A streamed response, whose key is checked again while it lasts. */
const stream = async (
  context: Context<Environment>,
  route: Route,
  caller: Caller | null,
  options: MountOptions,
): Promise<Response> => {
  const requestId = context.get('requestId')
  const { request } = await parseRequest(context, route.endpoint)
  const open = async (signal: AbortSignal) => {
    const { body } = await run(
      route,
      { request },
      caller,
      { requestId, signal, trace: readTrace(context) },
      options,
    )
    const events = body as EventStream
    return options.checkAnswers
      ? Object.assign(checkEvents(route, events), { position: events.position })
      : events
  }
  return streamResponse(context, open, {
    closing: options.closing,
    check: () => options.authenticate(route.endpoint.auth, (name) => context.req.header(name)),
    onError: (thrown) => options.onError(thrown, { requestId, operation: route.operation }),
  })
}

const reply = async (
  context: Context<Environment>,
  route: Route,
  caller: Caller | null,
  options: MountOptions,
): Promise<Reply> => {
  const { operation, endpoint } = route
  const requestId = context.get('requestId')
  const { content, ...given } = await parseRequest(context, endpoint)
  const key = endpoint.idempotencyKey ? readIdempotencyKey(context) : undefined
  if (key === undefined || caller === null)
    return run(route, given, caller, requestContext(context, requestId), options)
  const { params, body } = given.request
  return options.oncePerKey(
    {
      key,
      operation,
      listedErrors: endpoint.errors,
      caller,
      requestId,
      content,
      subject: sessionOf(params),
      isBatch: endpoint.isBatch?.(body) ?? false,
      refusesUndone: endpoint.refusesUndone ?? false,
    },
    // The client can request the response again, so the work continues after it disconnects.
    (keyed) =>
      run(route, given, caller, { requestId, ...keyed, trace: readTrace(context) }, options),
  )
}

const sessionOf = (params: unknown): string | undefined =>
  typeof params === 'object' &&
  params !== null &&
  'session_id' in params &&
  typeof params.session_id === 'string'
    ? params.session_id
    : undefined

type Given = { request: ParsedRequest; warnings?: string[] }

const run = async (
  route: Route,
  { request, warnings = [] }: Given,
  caller: Caller | null,
  context: RequestContext,
  options: MountOptions,
): Promise<Reply> => {
  const { status, body: answer, ...release } = await route.handler(request, caller, context)
  const own = warningsOf(answer)
  const body =
    warnings.length === 0 ? answer : Object.assign({}, answer, { warnings: [...warnings, ...own] })
  if (options.checkAnswers) checkAnswer(route, status, body)
  return { status, body, ...release }
}

/** Warnings of the handler itself. */
const warningsOf = (answer: unknown): string[] =>
  typeof answer === 'object' &&
  answer !== null &&
  'warnings' in answer &&
  Array.isArray(answer.warnings)
    ? answer.warnings
    : []

const readIdempotencyKey = (context: Context<Environment>): string | undefined => {
  const key = context.req.header('idempotency-key')
  if (key === undefined || (key.length >= 1 && key.length <= 255)) return key
  throw new ServiceError('invalid_request', 'The Idempotency-Key is not valid', {
    suggestedFix: 'Send a random UUID, for example',
    errors: ['header.idempotency-key: must have 1 to 255 characters'],
  })
}

/**
 * The signal is created lazily, since it costs as much as a small request. The trace is read when a
 * call needs it.
 */
const requestContext = (context: Context<Environment>, requestId: string): RequestContext => ({
  requestId,
  get signal() {
    return context.req.raw.signal
  },
  get trace() {
    return readTrace(context)
  },
})

const checkEvents = async function* (
  route: Route,
  events: EventStream,
): AsyncGenerator<StreamedEvent> {
  for await (const event of events) {
    const problems = streamedData(route.endpoint.responses[200])
      ?.safeParse(event.data)
      .error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    if (problems?.length)
      throw new ServiceError('internal', `An event of ${route.operation} breaks its contract`, {
        errors: problems,
      })
    yield event
  }
}

const checkAnswer = ({ operation, endpoint }: Route, status: number, body: unknown): void => {
  const schema = endpoint.responses[status]
  const problems =
    schema === undefined
      ? [`status ${status} is not declared`]
      : schema
          .safeParse(body)
          .error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (problems?.length)
    throw new ServiceError('internal', `The answer of ${operation} breaks its contract`, {
      errors: problems,
    })
}
