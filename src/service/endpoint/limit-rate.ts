import type { RateLimit } from '../platform/rate-limit/index.ts'
import { ServiceError } from '../service-error.ts'

/**
 * Counts a request against the rate limit of its key, reports the remainder in headers, and refuses
 * it when the limit is reached.
 */
export const limitRate = async (
  headers: Record<string, string>,
  rateLimit: RateLimit,
  keyId: string,
): Promise<void> => {
  const { allowed, remaining, resetSeconds } = await rateLimit.take(keyId)
  // Names and parameters of draft-ietf-httpapi-ratelimit-headers: quota, window, remaining
  // requests, seconds until the reset.
  headers['ratelimit-policy'] = `"per-key";q=${rateLimit.limit};w=60`
  headers['ratelimit'] = `"per-key";r=${remaining};t=${resetSeconds}`
  if (allowed) return
  throw new ServiceError(
    'rate_limited',
    `The API key has reached its limit of ${rateLimit.limit} requests per minute`,
    {
      suggestedFix: `Wait ${resetSeconds} seconds, or ask the operator of this service for a higher limit`,
      retryAfterSeconds: resetSeconds,
    },
  )
}
