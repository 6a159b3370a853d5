import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { basePath } from '../../contract/contract.ts'
import { createId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { ServiceError } from '../service-error.ts'
import { toErrorAnswer } from './error-answer.ts'

/** What every request carries through its handlers. */
export type Environment = {
  /** Node's request, where the application is served by Node. */
  Bindings: { incoming?: IncomingMessage }
  Variables: {
    requestId: string
    operation: string | undefined
    projectId: string | undefined
  }
}

/** The bare application: request ids, one log line per request, health, and the envelope for everything that is not there. */
export const createApp = (parts: { log: Log; isReady: () => Promise<boolean> }): Hono<Environment> => {
  const app = new Hono<Environment>()

  app.use(async (context, next) => {
    const requestId = createId('req_')
    context.set('requestId', requestId)
    const started = performance.now()
    await next()
    context.res.headers.set('x-request-id', requestId)
    context.res.headers.set('x-content-type-options', 'nosniff')
    parts.log.debug({
      requestId,
      method: context.req.method,
      operation: context.get('operation'),
      projectId: context.get('projectId'),
      status: context.res.status,
      milliseconds: Math.round(performance.now() - started),
    }, 'request')
  })

  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) => ((await parts.isReady()) ? context.json({ status: 'ready' }) : context.json({ status: 'not ready' }, 503)))

  app.notFound((context) => {
    const known = context.req.path.startsWith(basePath)
    const error = new ServiceError('not_found', `There is no ${context.req.method} ${context.req.path.slice(0, 200)}`, {
      suggestedFix: known ? 'GET /api/v3/openapi.json lists every operation' : `The interface is below ${basePath}`,
    })
    const { status, body } = toErrorAnswer(error, context.get('requestId'))
    return context.json(body, status as ContentfulStatusCode)
  })

  app.onError((thrown, context) => {
    parts.log.error({ err: thrown, requestId: context.get('requestId') }, 'unhandled error')
    const { status, body } = toErrorAnswer(thrown, context.get('requestId'))
    return context.json(body, status as ContentfulStatusCode)
  })

  return app
}
