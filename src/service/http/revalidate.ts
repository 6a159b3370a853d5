import type { MiddlewareHandler } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import type { EndpointAuth } from '../../contract/endpoint.ts'

/** Of a 200 answer, what its 304 says too. */
const retained = [
  ...RETAINED_304_HEADERS,
  'ratelimit-policy',
  'ratelimit',
  'access-control-allow-origin',
  'access-control-expose-headers',
]

/**
 * Gives answers an ETag, and answers 304 to whoever has them already.
 *
 * A cache asks each time (`no-cache`), as a key may be revoked and a toolkit deleted at any moment.
 * The ETag is weak, since it names the same content compressed and not.
 */
export const revalidate = (auth: EndpointAuth): MiddlewareHandler => {
  const compare = etag({ weak: true, retainedHeaders: retained })
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
