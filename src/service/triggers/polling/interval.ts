import type { TriggerPoll } from '../../../contract/import-trigger-poll.ts'

/** Instances that were set up together are not asked for together forever. */
const spread = 0.1

const hourMs = 60 * 60 * 1000

/** Failures in a row until an instance is disabled: some three hours of them. */
export const maximumFailures = 10

/** How long until an instance is polled again. */
export const intervalMs = (
  { interval }: TriggerPoll,
  config: Record<string, unknown>,
  random: () => number,
): number => {
  const asked = config['interval_seconds']
  const seconds = Math.max(
    interval.minimum_seconds,
    typeof asked === 'number' && Number.isFinite(asked) ? asked : (interval.default_seconds ?? 0),
  )
  return Math.round(seconds * 1000 * (1 + spread * random()))
}

/**
 * Twice as long after each failure, for an hour at most, and never shorter than the interval;
 * longer where the API says so.
 */
export const backOffMs = (failures: number, usualMs: number, retryAfterMs = 0): number =>
  Math.max(
    usualMs,
    Math.min(hourMs, 30_000 * 2 ** (failures - 1)),
    Math.min(retryAfterMs, 24 * hourMs),
  )
