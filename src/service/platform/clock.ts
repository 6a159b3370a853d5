/** Where the time comes from. Handed in, so that a test can hold it still. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** The current time as it is stored and sent: ISO 8601 in UTC with milliseconds. */
export const timestamp = (clock: Clock): string => clock.now().toISOString()
