export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The source of the current time. Injected, so that a test can control it. */
export type Clock = {
  now(): Date
  /** How much faster than real time it runs; default: 1. For tests that cannot wait for days. */
  pace?: number
}

export const systemClock: Clock = { now: () => new Date() }

/** Converts a duration of the clock to real time. */
export const toRealMs = (clock: Clock, ms: number): number => ms / (clock.pace ?? 1)

/** Converts a duration of real time to the clock's. */
export const toClockMs = (clock: Clock, realMs: number): number => realMs * (clock.pace ?? 1)

/** The current time in the format that is stored and sent: ISO 8601 in UTC with milliseconds. */
export const timestamp = (clock: Clock): string => clock.now().toISOString()
