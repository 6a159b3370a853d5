import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/** What a page may read of an answer besides its body. */
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
 * Lets pages of these origins call the service and read its answers. Without credentials: the
 * service knows no cookie, and a key is a header that the page sets itself.
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
