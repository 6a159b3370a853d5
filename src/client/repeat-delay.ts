const firstDelay = 250
const longestDelay = 8_000

/**
 * How long to wait before sending again, in milliseconds.
 *
 * The service's `Retry-After` counts; without one the wait doubles each time, with a random half so
 * that many callers spread out.
 */
export const repeatDelay = (
  attempt: number,
  retryAfter: string | null,
  random: () => number = Math.random,
): number => {
  const asked = retryAfter === null ? undefined : parseRetryAfter(retryAfter)
  if (asked !== undefined) return asked
  const longest = Math.min(firstDelay * 2 ** attempt, longestDelay)
  return longest / 2 + (longest / 2) * random()
}

/** Seconds, or a date; anything else counts as absent. */
const parseRetryAfter = (value: string): number | undefined => {
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}
