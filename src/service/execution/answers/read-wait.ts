import type { RateRule } from '../../../contract/recipe/answers.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts'

/** `by_size`: seconds, or a moment since 1970 in seconds or milliseconds where it is that large. */
export type Moment = { unit: RateRule['retry_after'][number]['unit'] | 'by_size' }

const longestMs = 31 * dayMs

/** How long to wait from `at` on, in milliseconds; undefined for what is no duration or moment. */
export const readWait = (given: unknown, { unit }: Moment, at: number): number | undefined => {
  const wait = typeof given === 'string' ? readText(given.trim(), unit, at) : given
  const ms = typeof given === 'number' ? byUnit(given, unit, at) : wait
  return typeof ms === 'number' && Number.isFinite(ms)
    ? Math.min(Math.max(Math.ceil(ms), 0), longestMs)
    : undefined
}

const readText = (text: string, unit: Moment['unit'], at: number): number | undefined => {
  if (text === '' || text.length > 100) return undefined
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return byUnit(Number(text), unit, at)
  const duration = readDuration(text)
  if (duration !== undefined) return duration
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : date - at
}

const byUnit = (value: number, unit: Moment['unit'], at: number): number | undefined => {
  switch (unit) {
    case 'seconds':
      return value * 1000
    case 'milliseconds':
      return value
    case 'unix_seconds':
      return value * 1000 - at
    case 'unix_milliseconds':
      return value - at
    case 'date':
      return undefined
    case 'by_size':
      return value > 1e11 ? value - at : value > 1e8 ? value * 1000 - at : value * 1000
    default:
      return unit satisfies never
  }
}

const unitMs: Record<string, number> = {
  ms: 1,
  s: 1000,
  m: minuteMs,
  h: hourMs,
  d: dayMs,
}

/** `1m30s`, `6m0s`, `250ms`, `1.5s`. */
const readDuration = (text: string): number | undefined => {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd])){1,5}$/.test(text)) return undefined
  let total = 0
  for (const [, amount, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g))
    total += Number(amount) * (unitMs[unit] ?? 0)
  return total
}
