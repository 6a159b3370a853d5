import { compileSchema } from '../../schema/index.ts'
import { isSameJson } from './is-same-json.ts'
import { judgeDate } from './judge-date.ts'
import { judgeSet, judgeSubset } from './judge-list.ts'
import { judgeNumber } from './judge-number.ts'
import { judgePattern, judgeSimilar, judgeString } from './judge-text.ts'
import type { Matcher, Rule } from './matcher.ts'
import { right, show, toVerdict, wrong, type Verdict } from './verdict.ts'

/** Judges a value by a rule; `judge` does so for the matchers within. */
export const judgeRule = (
  judge: (matcher: Matcher, actual: unknown) => Verdict,
  rule: Rule,
  actual: unknown,
): Verdict => {
  if ('$optional' in rule) return actual === undefined ? right : judge(rule.$optional, actual)
  if ('$oneOf' in rule)
    return judgeOneOf(
      rule.$oneOf.map((each) => judge(each, actual)),
      rule.$oneOf,
      actual,
    )
  if (actual === undefined) return wrong(`is missing; expected ${show(rule)}`)
  if ('$exact' in rule)
    return toVerdict(
      isSameJson(rule.$exact, actual),
      `expected ${show(rule.$exact)}, got ${show(actual)}`,
    )
  if ('$number' in rule) return judgeNumber(rule, actual)
  if ('$string' in rule) return judgeString(rule, actual)
  if ('$similar' in rule) return judgeSimilar(rule, actual)
  if ('$date' in rule) return judgeDate(rule, actual)
  if ('$pattern' in rule) return judgePattern(rule, actual)
  if ('$set' in rule) return judgeSet(judge, rule, actual)
  if ('$subset' in rule) return judgeSubset(judge, rule, actual)
  if ('$any' in rule) return right
  if ('$schema' in rule) return judgeSchema(rule.$schema, actual)
  return rule satisfies never
}

const judgeOneOf = (verdicts: Verdict[], allowed: Matcher[], actual: unknown): Verdict => {
  const best = verdicts.reduce(
    (best, verdict) => (verdict.value > best.value ? verdict : best),
    wrong(''),
  )
  return best.value === 1
    ? right
    : { value: best.value, reason: `expected one of ${show(allowed)}, got ${show(actual)}` }
}

const judgeSchema = (schema: Parameters<typeof compileSchema>[0], actual: unknown): Verdict => {
  const answer = compileSchema(schema).validate(actual)
  return answer.ok
    ? right
    : wrong(
        answer.issues
          .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(' '))
          .join('; '),
      )
}
