import type { MiddlewareHandler } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import type { EndpointAuth } from '../../contract/endpoint.ts'

/** The headers of a 200 response that its 304 repeats. */
const retained = [
  ...RETAINED_304_HEADERS,
  'ratelimit-policy',
  'ratelimit',
  'access-control-allow-origin',
  'access-control-expose-headers',
]

/**
 * Adds an ETag to responses, and answers 304 to clients with a current copy.
 *
 * Caches must revalidate each time (`no-cache`), since a key may be revoked and a toolkit deleted
 * at any moment. The ETag is strong, and becomes weak where the response is compressed.
 */
export const revalidate = (auth: EndpointAuth): MiddlewareHandler => {
  const compare = etag({ retainedHeaders: retained })
  return (context, next) =>
    compare(context, async () => {
      await next()
      if (!context.res.ok) return
      context.res.headers.set(
        'cache-control',
        auth === 'public' ? 'public, no-cache' : 'private, no-cache',
      )
      if (auth !== 'public')
        context.res.headers.append('vary', 'x-api-key, x-user-api-key, x-org-api-key')
    })
}
