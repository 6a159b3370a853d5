export const millisecondsADay = 24 * 60 * 60 * 1_000

/** Where the time comes from. Handed in, so that a test can hold it still. */
export type Clock = {
  now(): Date
  /**
   * How much faster it runs than a real one; absent: as fast. For tests that cannot wait for days.
   */
  pace?: number
}

export const systemClock: Clock = { now: () => new Date() }

/** How long one really waits until so much time has passed on the clock. */
export const toRealMs = (clock: Clock, ms: number): number => ms / (clock.pace ?? 1)

/** The way back: how much time passes on the clock meanwhile. */
export const toClockMs = (clock: Clock, realMs: number): number => realMs * (clock.pace ?? 1)

/** The current time as it is stored and sent: ISO 8601 in UTC with milliseconds. */
export const timestamp = (clock: Clock): string => clock.now().toISOString()
