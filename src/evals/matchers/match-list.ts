import { assign } from './assign.ts'
import type { Matcher, SetRule, SubsetRule } from './matcher.ts'
import { isObject } from '../../schema/json-schema.ts'
import { matched, show, mismatch, type Verdict } from './verdict.ts'

type Judge = (matcher: Matcher, actual: unknown) => Verdict

export const matchSet = (judge: Judge, { $set }: SetRule, actual: unknown): Verdict => {
  if (!Array.isArray(actual)) return mismatch(`expected a list, got ${show(actual)}`)
  return judgeItems(judge, $set, actual, Math.max($set.length, actual.length))
}

export const matchSubset = (judge: Judge, { $subset }: SubsetRule, actual: unknown): Verdict => {
  if (Array.isArray($subset))
    return Array.isArray(actual)
      ? judgeItems(judge, $subset, actual, $subset.length)
      : mismatch(`expected a list, got ${show(actual)}`)
  if (!isObject(actual)) return mismatch(`expected an object, got ${show(actual)}`)
  const verdicts = Object.entries($subset).map(([name, matcher]) => ({
    name,
    ...judge(matcher, Object.hasOwn(actual, name) ? actual[name] : undefined),
  }))
  if (verdicts.length === 0) return matched
  const reasons = verdicts
    .filter(({ value }) => value < 1)
    .map(({ name, reason }) => `${name}: ${reason}`)
  return {
    value: verdicts.reduce((sum, { value }) => sum + value, 0) / verdicts.length,
    reason: reasons.join('; '),
  }
}

/**
 * Pairs expected and actual items for the highest score; unpaired items of either side count as
 * wrong within `outOf`.
 */
const judgeItems = (
  judge: Judge,
  expected: Matcher[],
  actual: unknown[],
  outOf: number,
): Verdict => {
  if (outOf === 0) return matched
  const { columnOf, total } = assign(
    expected.map((matcher) => actual.map((item) => judge(matcher, item).value)),
  )
  const taken = new Set(columnOf)
  const missing = expected.filter((_, row) => columnOf[row] === undefined)
  const extra = outOf > expected.length ? actual.filter((_, column) => !taken.has(column)) : []
  const reasons = [
    ...(missing.length > 0 ? [`missing: ${missing.map(show).join(', ')}`] : []),
    ...(extra.length > 0 ? [`not expected: ${extra.map(show).join(', ')}`] : []),
    ...columnOf.flatMap((column, row) =>
      column === undefined ? [] : [judge(expected[row] ?? null, actual[column]).reason],
    ),
  ]
  return { value: total / outOf, reason: reasons.filter(Boolean).join('; ') }
}
