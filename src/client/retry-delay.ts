const firstDelay = 250
const longestDelay = 8_000

/**
 * Returns the backoff before the next attempt, in milliseconds.
 *
 * The service's `Retry-After` takes precedence. Otherwise the delay doubles each time, with random
 * jitter on half of it to spread out concurrent callers.
 */
export const retryDelay = (
  attempt: number,
  retryAfter: string | null,
  random: () => number = Math.random,
): number => {
  const requested = retryAfter === null ? undefined : parseRetryAfter(retryAfter)
  if (requested !== undefined) return requested
  const longest = Math.min(firstDelay * 2 ** attempt, longestDelay)
  return longest / 2 + (longest / 2) * random()
}

/** Seconds, or a date; anything else counts as absent. */
const parseRetryAfter = (value: string): number | undefined => {
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}
