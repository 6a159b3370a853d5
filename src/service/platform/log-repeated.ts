import { minuteMs } from './clock.ts'
import type { Log } from './log.ts'

type Told = { at: number; missed: number }

/** Of texts that are written in the code, and of some that come from elsewhere. */
const mostKnown = 200

const toldIn = new WeakMap<Log, Map<string, Told>>()

/**
 * Logs an error that comes again and again, as in an outage, once a minute, with how often it came
 * meanwhile (`repeated`). `about` tells errors with the same message apart.
 *
 * @example
 * logRepeated(log, { err: error, queue }, 'Jobs could not be fetched')
 */
export const logRepeated = (
  log: Log | undefined,
  fields: { err: unknown } & Record<string, unknown>,
  message: string,
  about = message,
): void => {
  if (!log) return
  const told = toldIn.get(log) ?? new Map<string, Told>()
  toldIn.set(log, told)
  const known = told.get(about)
  const now = performance.now()
  if (known && now - known.at < minuteMs) {
    known.missed += 1
    return
  }
  if (told.size >= mostKnown) told.clear()
  told.set(about, { at: now, missed: 0 })
  log.error({ ...fields, ...(known && known.missed > 0 && { repeated: known.missed }) }, message)
}
