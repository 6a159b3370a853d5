import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { basePath } from '../../contract/contract.ts'
import { createId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import type { TraceContext } from '../platform/trace-context.ts'
import type { Tracing } from '../platform/tracing/index.ts'
import { ServiceError } from '../service-error.ts'
import { readTrace } from './read-trace.ts'
import { sendError } from './send-error.ts'

/** What every request carries through its handlers. */
export type Environment = {
  /** Node's request, where the application is served by Node. */
  Bindings: { incoming?: IncomingMessage }
  Variables: {
    requestId: string
    operation: string | undefined
    projectId: string | undefined
    /** Of the span of this request, where spans are collected. */
    trace: TraceContext | undefined
  }
}

export type AppParts = { log: Log; metrics: Metrics; tracing: Tracing; isReady: () => Promise<boolean>; isDraining: () => boolean }

/** The bare application: request ids, one log line and one span per request, health, and the envelope for everything that is not there. */
export const createApp = (parts: AppParts): Hono<Environment> => {
  const app = new Hono<Environment>()
  const count = parts.metrics.counter({ name: 'plugboard_requests_total', help: 'Requests that were answered, by operation and status', labels: ['operation', 'status'] })
  const observe = parts.metrics.histogram({ name: 'plugboard_request_seconds', help: 'Time from a request to the head of its answer', labels: ['operation'] })

  if (!parts.tracing.isOff) {
    app.use((context, next) =>
      parts.tracing.span(context.req.method, { kind: 'server', parent: readTrace(context), attributes: { 'http.request.method': context.req.method } }, async (trace, span) => {
        context.set('trace', trace)
        await next()
        const operation = context.get('operation')
        if (operation !== undefined) span.rename(`${context.req.method} ${operation}`)
        span.set({ 'http.response.status_code': context.res.status, 'plugboard.operation': operation, 'plugboard.request_id': context.get('requestId') })
        if (context.res.status >= 500) span.fail(String(context.res.status))
      }),
    )
  }

  app.use(async (context, next) => {
    const requestId = createId('req_')
    context.set('requestId', requestId)
    const started = performance.now()
    await next()
    context.res.headers.set('x-request-id', requestId)
    context.res.headers.set('x-content-type-options', 'nosniff')
    // A connection that is kept would come back to a listener that is gone; and whoever still sends a body that nobody reads may stop.
    if (parts.isDraining() || context.env?.incoming?.complete === false) context.res.headers.set('connection', 'close')
    const seconds = (performance.now() - started) / 1000
    const operation = context.get('operation') ?? 'none'
    count({ operation, status: String(context.res.status) })
    observe({ operation }, seconds)
    parts.log.debug({
      requestId,
      method: context.req.method,
      operation: context.get('operation'),
      projectId: context.get('projectId'),
      status: context.res.status,
      milliseconds: Math.round(seconds * 1000),
    }, 'request')
  })

  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) => ((await parts.isReady()) ? context.json({ status: 'ready' }) : context.json({ status: 'not ready' }, 503)))

  app.notFound((context) => sendError(context, notFound(app, context.req.method, context.req.path)))

  app.onError((thrown, context) =>
    sendError(context, thrown, undefined, () => parts.log.error({ err: thrown, requestId: context.get('requestId') }, 'unhandled error')),
  )

  return app
}

const notFound = (app: Hono<Environment>, method: string, path: string): ServiceError => {
  const methods = methodsOf(app, path)
  const shown = path.slice(0, 200)
  if (methods.length > 0) {
    return new ServiceError('method_not_allowed', `${shown} has no ${method}`, { suggestedFix: `It has ${methods.join(', ')}; GET ${basePath}/openapi.json describes each` })
  }
  return new ServiceError('not_found', `There is no ${method} ${shown}`, {
    suggestedFix: path.startsWith(basePath) ? `GET ${basePath}/openapi.json lists every operation` : `The interface is below ${basePath}`,
  })
}

/** With which methods a path exists. */
const methodsOf = (app: Hono<Environment>, path: string): string[] =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => app.router.match(method, path)[0].some(([[, route]]) => route.path !== everyPath))

/** Where `use` without a path puts what runs for each request. */
const everyPath = '/*'
