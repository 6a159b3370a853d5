const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The wait before each retry (rule 12.5); as many retries as entries. */
const waitsMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
]

/**
 * How long to wait after so many failed tries, give or take 20 %; `undefined` when there is no
 * further one.
 *
 * `Retry-After` makes the wait longer, up to twice what the table says, never shorter.
 */
export const nextWaitMs = (
  tries: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number | undefined => {
  const wait = waitsMs[tries - 1]
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
