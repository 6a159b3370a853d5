import { isObject } from '../../schema/json-schema.ts'
import { isRule } from './is-rule.ts'
import { isSameJson } from './is-same-json.ts'
import { matchRule } from './match-rule.ts'
import type { MatchFunction, Matcher } from './matcher.ts'
import { matched, show, toVerdict, mismatch, type Verdict } from './verdict.ts'

/** The score of one path of a value. */
export type FieldMatch = {
  path: (string | number)[]
} & Verdict

export type MatchOptions = {
  /**
   * The value with its schema's defaults filled in: a missing property counts as its default, and
   * additional properties that equal their default are allowed.
   */
  filled?: unknown
  /** Properties of the outermost object that no matcher covers. */
  extra?: 'allowed' | 'forbidden' | undefined
}

/**
 * Compares a value with the expected one, path by path. Plain objects and lists are traversed; a
 * rule counts as one path, whatever it contains.
 */
export const matchFields = (
  matcher: Matcher,
  actual: unknown,
  { filled, extra = 'forbidden' }: MatchOptions = {},
): FieldMatch[] => enter({ matcher, actual, filled, extra, path: [] })

/**
 * The same for the arguments of a call, whose names are never rules: `$filter` and `$top` are
 * common argument names.
 */
export const matchArguments = (
  expected: Record<string, Matcher>,
  actual: Record<string, unknown>,
  { filled, extra = 'forbidden' }: MatchOptions = {},
): FieldMatch[] => enterObject({ filled, extra, path: [] }, expected, actual)

/**
 * Returns the score of a whole value: the mean of its paths.
 *
 * @example
 * match({ title: { $string: 'broken', case: 'ignore' } }, { title: 'Broken' }) // { value: 1, reason: '' }
 */
export const match = (matcher: Matcher, actual: unknown): Verdict => {
  const fields = matchFields(matcher, actual)
  const reasons = fields
    .filter(({ value }) => value < 1)
    .map(({ path, reason }) => [path.join('.'), reason].filter(Boolean).join(': '))
  return {
    value: fields.reduce((sum, { value }) => sum + value, 0) / fields.length,
    reason: reasons.join('; '),
  }
}

type Place = {
  matcher: Matcher
  actual: unknown
  filled: unknown
  extra: 'allowed' | 'forbidden'
  path: (string | number)[]
}

const enter = (place: Place): FieldMatch[] => {
  const { matcher, path } = place
  const actual =
    place.actual === undefined && !(isRule(matcher) && '$optional' in matcher)
      ? place.filled
      : place.actual
  if (typeof matcher === 'function') return [{ path, ...judgeByFunction(matcher, actual) }]
  if (isRule(matcher)) return [{ path, ...matchRule(match, matcher, actual) }]
  if (Array.isArray(matcher) && Array.isArray(actual))
    return enterList({ ...place, actual }, matcher, actual)
  if (isObject(matcher) && isObject(actual))
    return enterObject(place, matcher as Record<string, Matcher>, actual)
  return [
    {
      path,
      ...toVerdict(
        isSameJson(matcher, actual),
        actual === undefined
          ? `is missing; expected ${show(matcher)}`
          : `expected ${show(matcher)}, got ${show(actual)}`,
      ),
    },
  ]
}

const enterObject = (
  { filled, extra, path }: Pick<Place, 'filled' | 'extra' | 'path'>,
  matcher: Record<string, Matcher>,
  actual: Record<string, unknown>,
): FieldMatch[] => {
  const expected = Object.entries(matcher).flatMap(([name, inner]) =>
    enter({
      matcher: inner,
      actual: own(actual, name),
      filled: own(filled, name),
      extra: 'forbidden',
      path: [...path, name],
    }),
  )
  const others =
    extra === 'allowed'
      ? []
      : Object.keys(actual).filter(
          (name) => !Object.hasOwn(matcher, name) && actual[name] !== undefined,
        )
  const unexpected = others.filter((name) => !isSameJson(own(filled, name), actual[name]))
  const found = [
    ...expected,
    ...unexpected.map((name) => ({
      path: [...path, name],
      ...mismatch(`is not expected: ${show(actual[name])}`),
    })),
  ]
  return found.length > 0 ? found : [{ path, ...matched }]
}

const enterList = (
  { filled, path }: Place,
  matcher: Matcher[],
  actual: unknown[],
): FieldMatch[] => {
  const items = matcher.flatMap((inner, index) =>
    enter({
      matcher: inner,
      actual: actual[index],
      filled: Array.isArray(filled) ? filled[index] : undefined,
      extra: 'forbidden',
      path: [...path, index],
    }),
  )
  const further = actual.slice(matcher.length).map((item, index) => ({
    path: [...path, matcher.length + index],
    ...mismatch(`is not expected: ${show(item)}`),
  }))
  const found = [...items, ...further]
  return found.length > 0 ? found : [{ path, ...matched }]
}

const own = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

const judgeByFunction = (matcher: MatchFunction, actual: unknown): Verdict => {
  const answer = matcher(actual)
  if (typeof answer === 'boolean') return toVerdict(answer, `the function rejected ${show(actual)}`)
  const { value, reason } =
    typeof answer === 'number'
      ? { value: answer, reason: `the function returned ${answer} for ${show(actual)}` }
      : answer
  if (!(value >= 0 && value <= 1))
    throw new RangeError(
      `A match function returned ${value} for ${show(actual)}; return a boolean or a number from 0 to 1`,
    )
  return { value, reason: value === 1 ? '' : reason }
}
