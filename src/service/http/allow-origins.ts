import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/** The response headers that a page may read. */
const exposed = [
  'x-request-id',
  'ratelimit-policy',
  'ratelimit',
  'retry-after',
  'etag',
  'allow',
  'idempotent-replayed',
  'mcp-session-id',
  'www-authenticate',
]

/**
 * Answers pages of any origin about what needs a connect token: the token says which of them may
 * use it, and a preflight does not carry it. The others can read why they are refused.
 */
export const allowTicketOrigins: MiddlewareHandler = cors({
  origin: (origin) => origin,
  exposeHeaders: exposed,
  allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
  allowHeaders: ['content-type', 'x-connect-token'],
  maxAge: 7200,
})

/**
 * Allows pages of these origins to call the service (CORS). Without credentials: the service uses
 * no cookies, and the page sets the key header itself.
 */
export const allowOrigins = (
  origins: readonly string[],
  methods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
): MiddlewareHandler => {
  const listed = new Set(origins)
  const allow = cors({
    origin: [...listed],
    exposeHeaders: exposed,
    allowMethods: methods,
    maxAge: 7200,
  })
  return async (context, next) => {
    if (listed.has(context.req.header('origin') ?? '')) return allow(context, next)
    await next()
    context.res.headers.append('vary', 'Origin')
  }
}
