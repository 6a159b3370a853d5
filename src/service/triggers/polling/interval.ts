import type { TriggerPoll } from '../../../contract/import-trigger-poll.ts'
import { hourMs } from '../../platform/clock.ts'

/** Spreads the polls of instances that were set up at the same time. */
const jitter = 0.1

/** Consecutive failures until an instance is disabled, after some three hours. */
export const maximumFailures = 10

/** The time until an instance is polled again. */
export const intervalMs = (
  { interval }: TriggerPoll,
  config: Record<string, unknown>,
  random: () => number,
): number => {
  const requested = config['interval_seconds']
  const seconds = Math.max(
    interval.minimum_seconds,
    typeof requested === 'number' && Number.isFinite(requested)
      ? requested
      : (interval.default_seconds ?? 0),
  )
  return Math.round(seconds * 1000 * (1 + jitter * random()))
}

/**
 * Doubles with each failure up to an hour, and is never shorter than the interval; longer if the API
 * asks for it.
 */
export const backOffMs = (failures: number, usualMs: number, retryAfterMs = 0): number =>
  Math.max(
    usualMs,
    Math.min(hourMs, 30_000 * 2 ** (failures - 1)),
    Math.min(retryAfterMs, 24 * hourMs),
  )
