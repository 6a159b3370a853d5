import { compileSchema } from '../../schema/index.ts'
import { isSameJson } from './is-same-json.ts'
import { matchDate } from './match-date.ts'
import { matchSet, matchSubset } from './match-list.ts'
import { matchNumber } from './match-number.ts'
import { matchPattern, matchSimilar, matchString } from './match-text.ts'
import type { Matcher, Rule } from './matcher.ts'
import { matched, show, toVerdict, mismatch, type Verdict } from './verdict.ts'

/** Scores a value by a rule; `judge` scores by the matchers inside it. */
export const matchRule = (
  judge: (matcher: Matcher, actual: unknown) => Verdict,
  rule: Rule,
  actual: unknown,
): Verdict => {
  if ('$optional' in rule) return actual === undefined ? matched : judge(rule.$optional, actual)
  if ('$oneOf' in rule)
    return judgeOneOf(
      rule.$oneOf.map((each) => judge(each, actual)),
      rule.$oneOf,
      actual,
    )
  if (actual === undefined) return mismatch(`is missing; expected ${show(rule)}`)
  if ('$exact' in rule)
    return toVerdict(
      isSameJson(rule.$exact, actual),
      `expected ${show(rule.$exact)}, got ${show(actual)}`,
    )
  if ('$number' in rule) return matchNumber(rule, actual)
  if ('$string' in rule) return matchString(rule, actual)
  if ('$similar' in rule) return matchSimilar(rule, actual)
  if ('$date' in rule) return matchDate(rule, actual)
  if ('$pattern' in rule) return matchPattern(rule, actual)
  if ('$set' in rule) return matchSet(judge, rule, actual)
  if ('$subset' in rule) return matchSubset(judge, rule, actual)
  if ('$any' in rule) return matched
  if ('$schema' in rule) return judgeSchema(rule.$schema, actual)
  return rule satisfies never
}

const judgeOneOf = (verdicts: Verdict[], allowed: Matcher[], actual: unknown): Verdict => {
  const best = verdicts.reduce(
    (best, verdict) => (verdict.value > best.value ? verdict : best),
    mismatch(''),
  )
  return best.value === 1
    ? matched
    : { value: best.value, reason: `expected one of ${show(allowed)}, got ${show(actual)}` }
}

const judgeSchema = (schema: Parameters<typeof compileSchema>[0], actual: unknown): Verdict => {
  const answer = compileSchema(schema).validate(actual)
  return answer.ok
    ? matched
    : mismatch(
        answer.issues
          .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(' '))
          .join('; '),
      )
}
