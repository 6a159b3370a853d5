import type { NumberRule } from './matcher.ts'
import { show, toVerdict, mismatch, type Verdict } from './verdict.ts'

export const matchNumber = (
  { $number, relative = 0, absolute = 0 }: NumberRule,
  actual: unknown,
): Verdict => {
  if (typeof actual !== 'number')
    return mismatch(`expected the number ${$number}, got ${show(actual)}`)
  const allowed = Math.max(absolute, relative * Math.abs($number))
  // Tolerates one rounding step, so that 0.3 is within 0.1 of 0.2.
  const holds =
    Math.abs(actual - $number) <=
    allowed + (allowed === 0 ? 0 : Number.EPSILON * Math.max(Math.abs(actual), Math.abs($number)))
  return toVerdict(holds, `expected ${$number}${allowed > 0 ? ` ± ${allowed}` : ''}, got ${actual}`)
}
