import type { RateLimit } from '../platform/rate-limit/index.ts'
import { ServiceError } from '../service-error.ts'

/** Where headers of the answer are put. */
export type AnswerHeaders = { header(name: string, value: string): void }

/**
 * Counts a request against the limit of its key, says in headers what is left, and refuses it when
 * nothing is.
 */
export const limitRate = async (
  answer: AnswerHeaders,
  rateLimit: RateLimit,
  keyId: string,
): Promise<void> => {
  const { allowed, remaining, resetSeconds } = await rateLimit.take(keyId)
  // Names and parameters of draft-ietf-httpapi-ratelimit-headers: quota, window, what remains,
  // seconds until it is full again.
  answer.header('ratelimit-policy', `"per-key";q=${rateLimit.limit};w=60`)
  answer.header('ratelimit', `"per-key";r=${remaining};t=${resetSeconds}`)
  if (allowed) return
  throw new ServiceError(
    'rate_limited',
    `The API key made its ${rateLimit.limit} requests of this minute`,
    {
      suggestedFix: `Wait ${resetSeconds} seconds, or ask the operator of this service for a higher limit`,
      retryAfterSeconds: resetSeconds,
    },
  )
}
