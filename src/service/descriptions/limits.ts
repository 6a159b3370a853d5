import { dayMs, hourMs } from '../platform/clock.ts'

type DescriptionLimits = {
  /** Of one description, compressed: a larger one is used and not cached. */
  entryBytes: number
  /** Of all, compressed. Those that were not used for the longest time make room. */
  totalBytes: number
  entries: number
  /** How long a copy is used before its server is asked whether it is still the same. */
  freshMs: number
  /** How long a copy is kept that nobody uses. */
  keptMs: number
  /** How precisely the time of the last use is known. */
  usedMs: number
}

/** All descriptions of the catalogue have some 10 MiB together. */
export const descriptionLimits: DescriptionLimits = {
  entryBytes: 16 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  entries: 1_000,
  freshMs: dayMs,
  keptMs: 90 * dayMs,
  usedMs: hourMs,
}

/** Longer ones are not stored. */
export const maximumAddress = 2_000
export const maximumValidator = 500
