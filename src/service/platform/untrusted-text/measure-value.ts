import type { JsonLimits } from './parse-json.ts'
import { UntrustedTextError } from './untrusted-text-error.ts'

export type Branch = Record<string, unknown> | unknown[]

export const isBranch = (value: unknown): value is Branch =>
  typeof value === 'object' && value !== null

/**
 * Counts all values, and finds the objects and arrays with more than `largeValues`. Throws when
 * over the limits.
 */
export const measureValue = (
  value: unknown,
  { maximumValues, maximumDepth }: Omit<JsonLimits, 'maximumBytes'>,
  largeValues: number,
): { total: number; large: ReadonlySet<Branch> } => {
  const large = new Map<Branch, number>()
  const weigh = (part: unknown, depth: number): number => {
    if (!isBranch(part)) return 1
    if (depth >= maximumDepth) throw tooDeep(maximumDepth)
    const known = large.get(part)
    if (known !== undefined) return known
    let total = 1
    for (const member of Object.values(part)) {
      total += weigh(member, depth + 1)
      if (total > maximumValues) throw tooManyValues(maximumValues)
    }
    if (total > largeValues) large.set(part, total)
    return total
  }
  return { total: weigh(value, 0), large: new Set(large.keys()) }
}

export const tooDeep = (maximum: number): UntrustedTextError =>
  new UntrustedTextError('too_large', `is nested deeper than ${maximum} levels`)

export const tooManyValues = (maximum: number): UntrustedTextError =>
  new UntrustedTextError('too_large', `has more than ${maximum.toLocaleString('en')} values`)
