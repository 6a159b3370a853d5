import type { DateRule } from './matcher.ts'
import { show, toVerdict, mismatch, type Verdict } from './verdict.ts'

export const matchDate = ({ $date, withinMs = 0 }: DateRule, actual: unknown): Verdict => {
  const [expected, given] = [
    readTime($date),
    typeof actual === 'string' ? readTime(actual) : undefined,
  ]
  if (given === undefined)
    return mismatch(`expected the date or time ${$date}, got ${show(actual)}`)
  return toVerdict(
    expected !== undefined && Math.abs(given - expected) <= withinMs,
    `expected ${$date}${withinMs > 0 ? ` ± ${withinMs} ms` : ''}, got ${show(actual)}`,
  )
}

/**
 * Parses an ISO 8601 date or time to milliseconds. The platform interprets a time without an offset
 * as local, which would differ between machines.
 */
export const readTime = (text: string): number | undefined => {
  const parts = isoTime.exec(text)
  if (!parts) return undefined
  const [, date, time, offset] = parts
  const at = Date.parse(
    time === undefined
      ? `${date}T00:00:00Z`
      : `${date}T${time}${(offset ?? 'Z').toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`,
  )
  return Number.isNaN(at) ? undefined : at
}

const isoTime =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)([Zz]|[+-]\d{2}:?\d{2})?)?$/
