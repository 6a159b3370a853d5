export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The source of the current time. Injected, so that a test can control it. */
export type Clock = {
  now(): Date
  /** How much faster than real time it runs; default: 1. For tests that cannot wait for days. */
  pace?: number
  /**
   * How long, in real milliseconds, it has run without a jump, and whether it has jumped before: what
   * cannot be undone is not decided by a clock that may be wrong. Absent: it is never wrong.
   */
  steadiness?(): { forMs: number; hasJumped: boolean }
}

/** A difference between the clock and the monotonic time of the process that is not mere drift. */
const jumpMs = hourMs

/** The clock of this machine, which an operator or a time server may set at any moment. */
export const createSystemClock = (
  wallMs: () => number = Date.now,
  monotonicMs: () => number = () => performance.now(),
): Clock => {
  let offset = wallMs() - monotonicMs()
  let steadySince = monotonicMs()
  let hasJumped = false
  const read = () => {
    const wall = wallMs()
    const monotonic = monotonicMs()
    if (Math.abs(wall - monotonic - offset) > jumpMs) {
      steadySince = monotonic
      hasJumped = true
    }
    offset = wall - monotonic
    return { wall, monotonic }
  }
  return {
    now: () => new Date(read().wall),
    steadiness: () => ({ forMs: read().monotonic - steadySince, hasJumped }),
  }
}

export const systemClock: Clock = createSystemClock()

/**
 * How far ahead of the clock a stored time may be that was the current time when it was written:
 * clocks of nodes differ, and are corrected by some seconds. A later one was written while a clock
 * was wrong, and what was computed from it is not waited for.
 */
export const toleranceMs = 5 * minuteMs

/** The latest stored time that is not ahead of the clock, as it is stored. */
export const latestCredible = (now: Date): string =>
  new Date(now.getTime() + toleranceMs).toISOString()

/** Converts a duration of the clock to real time. */
export const toRealMs = (clock: Clock, ms: number): number => ms / (clock.pace ?? 1)

/** Converts a duration of real time to the clock's. */
export const toClockMs = (clock: Clock, realMs: number): number => realMs * (clock.pace ?? 1)

/** The current time in the format that is stored and sent: ISO 8601 in UTC with milliseconds. */
export const timestamp = (clock: Clock): string => clock.now().toISOString()
