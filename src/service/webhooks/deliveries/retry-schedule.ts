import { hourMs, minuteMs } from '../../platform/clock.ts'

/** The delay before each retry (rule 12.5); there are as many retries as entries. */
const delaysMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
]

/**
 * The delay after this many failed attempts, with 20 % jitter; `undefined` after the last one.
 *
 * `Retry-After` can extend the delay to twice the scheduled one, and never shortens it.
 */
export const nextWaitMs = (
  failedAttempts: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number | undefined => {
  const wait = delaysMs[failedAttempts - 1]
  if (wait === undefined) return undefined
  const jittered = wait * (0.8 + 0.4 * random())
  return Math.round(Math.max(jittered, Math.min(retryAfterMs ?? 0, 2 * wait)))
}

/** Reads `Retry-After`: seconds, or a date. */
export const parseRetryAfter = (value: string | undefined, now: Date): number | undefined => {
  if (value === undefined) return undefined
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1_000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime())
}
