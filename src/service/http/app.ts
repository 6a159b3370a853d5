import { Hono, type Context } from 'hono'
import { basePath } from '../../contract/endpoint.ts'
import { readTrace, sendError, type Environment, type OnError } from '../endpoint/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import type { Tracing } from '../platform/tracing/index.ts'
import { ServiceError } from '../service-error.ts'
import { allowOrigins, allowTicketOrigins } from './allow-origins.ts'
import { createAccessLog } from './create-access-log.ts'
import { methodsOf } from './methods-of.ts'
import { requestIdOf } from './request-id.ts'
import { SegmentRouter } from './segment-router.ts'

/** What a node waits for: itself, at its start and its end, or an answer of its database. */
export type Unready = 'starting' | 'stopping' | 'database'

type AppParts = {
  log: Log
  metrics: Metrics
  tracing: Tracing
  database: Pick<Database, 'countAsRequest'>
  onError: OnError
  /** Why this node is not ready; undefined: it is. */
  unready: () => Promise<Unready | undefined>
  /** What migrations have left to be done meanwhile. */
  onlineSteps: () => string[]
  isDraining: () => boolean
  /** Share of requests, 0 to 1, that get a line in the log. */
  accessLogShare: () => number
  /** Whether users access the service over https. */
  isHttps: boolean
  corsOrigins?: string[] | undefined
}

/** For this host only: its subdomains may belong to others. */
const httpsForAYear = 'max-age=31536000'

/**
 * The base application: request ids, one log line and one span per request, health checks, and the
 * envelope for unknown paths.
 */
export const createApp = (parts: AppParts): Hono<Environment> => {
  // A trailing slash makes no difference and needs no redirect.
  const app = new Hono<Environment>({ strict: false, router: new SegmentRouter() })
  const count = parts.metrics.counter({
    name: 'plugboard_requests_total',
    help: 'Requests that were answered, by operation and status',
    labels: ['operation', 'status'],
  })
  const observe = parts.metrics.histogram({
    name: 'plugboard_request_seconds',
    help: 'Time from a request to the headers of its answer',
    labels: ['operation'],
  })

  const logAccess = createAccessLog(parts.log, parts.accessLogShare)

  if (!parts.tracing.isOff) {
    app.use((context, next) =>
      parts.tracing.span(
        context.req.method,
        {
          kind: 'server',
          parent: readTrace(context),
          attributes: { 'http.request.method': context.req.method },
        },
        async (trace, span) => {
          context.set('trace', trace)
          await next()
          const operation = context.get('operation')
          if (operation !== undefined) span.rename(`${context.req.method} ${operation}`)
          span.set({
            'http.response.status_code': context.res.status,
            'plugboard.operation': operation,
            'plugboard.request_id': context.get('requestId'),
          })
          if (context.res.status >= 500) span.fail(String(context.res.status))
        },
      ),
    )
  }

  app.use(async (context, next) => {
    const requestId = requestIdOf(context.req.header('x-request-id'))
    context.set('requestId', requestId)
    context.set('headers', {
      'x-request-id': requestId,
      'x-content-type-options': 'nosniff',
      ...(parts.isHttps && { 'strict-transport-security': httpsForAYear }),
    })
    const started = performance.now()
    await parts.database.countAsRequest(next)
    if (context.res !== context.get('sent')?.response) addHeaders(context)
    // A kept connection would reach a closed listener, and a client that still sends an unread body
    // may stop.
    if (parts.isDraining() || context.env?.incoming?.complete === false)
      context.res.headers.set('connection', 'close')
    const seconds = (performance.now() - started) / 1000
    const operation = context.get('operation') ?? 'none'
    count({ operation, status: String(context.res.status) })
    observe({ operation }, seconds)
    logAccess(context, seconds)
  })

  app.use(`${basePath}/connections/*`, allowTicketOrigins)
  if (parts.corsOrigins?.length) {
    for (const path of [`${basePath}/*`, '/mcp/*']) app.use(path, allowOrigins(parts.corsOrigins))
    // Pages upload files to signed URLs.
    app.use('/files/uploads/*', allowOrigins(parts.corsOrigins, ['PUT']))
  }

  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) => {
    const pending = parts.onlineSteps()
    const migrating = pending.length > 0 ? { migrating: pending } : {}
    const reason = await parts.unready()
    return reason === undefined
      ? context.json({ status: 'ready', ...migrating })
      : context.json({ status: 'not ready', reason, ...migrating }, 503)
  })

  app.notFound((context) => {
    const { method, path } = context.req
    const methods = methodsOf(app, path)
    if (methods.length === 0) return sendError(context, unknownPath(method, path))
    context.header('allow', methods.join(', '))
    return method === 'OPTIONS'
      ? context.body(null, 204)
      : sendError(context, otherMethod(method, path, methods))
  })

  app.onError((thrown, context) =>
    sendError(context, thrown, undefined, () =>
      parts.onError(thrown, { requestId: context.get('requestId'), operation: 'none' }),
    ),
  )

  return app
}

const addHeaders = (context: Context<Environment>): void => {
  for (const [name, value] of Object.entries(context.get('headers')))
    context.res.headers.set(name, value)
}

const unknownPath = (method: string, path: string): ServiceError =>
  new ServiceError('not_found', `There is no ${method} ${shown(path)}`, {
    suggestedFix: path.startsWith(basePath)
      ? `GET ${basePath}/openapi.json lists every operation`
      : `The API is at ${basePath}`,
  })

const otherMethod = (method: string, path: string, methods: string[]): ServiceError =>
  new ServiceError('method_not_allowed', `${shown(path)} does not support ${method}`, {
    suggestedFix: `It supports ${methods.join(', ')}; GET ${basePath}/openapi.json describes each`,
  })

const shown = (path: string): string => path.slice(0, 200)
