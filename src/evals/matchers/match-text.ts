import type { PatternRule, SimilarRule, StringRule } from './matcher.ts'
import { similarity } from './similarity.ts'
import { show, toVerdict, mismatch, type Verdict } from './verdict.ts'

export const matchString = (rule: StringRule, actual: unknown): Verdict =>
  typeof actual !== 'string'
    ? notText(rule.$string, actual)
    : toVerdict(
        plain(rule, actual) === plain(rule, rule.$string),
        `expected ${show(rule.$string)}, got ${show(actual)}`,
      )

export const matchSimilar = (
  { $similar, atLeast = 0.8 }: SimilarRule,
  actual: unknown,
): Verdict => {
  if (typeof actual !== 'string') return notText($similar, actual)
  const value = similarity($similar, actual)
  const reason = `${Math.round(value * 100)} % similar to ${show($similar)}: ${show(actual)}`
  return value < atLeast ? mismatch(reason) : { value, reason }
}

export const matchPattern = ({ $pattern, flags }: PatternRule, actual: unknown): Verdict =>
  toVerdict(
    typeof actual === 'string' && new RegExp($pattern, flags?.replaceAll(/[gy]/g, '')).test(actual),
    `expected a text with /${$pattern}/${flags ?? ''}, got ${show(actual)}`,
  )

const notText = (expected: string, actual: unknown): Verdict =>
  mismatch(`expected the text ${show(expected)}, got ${show(actual)}`)

/** A text without the differences that the rule ignores. */
const plain = (rule: StringRule, text: string): string => {
  let rest = text.normalize('NFC')
  if (rule.case === 'ignore') rest = rest.toLowerCase()
  if (rule.quotes === 'same') rest = rest.replaceAll("'", '"')
  if (rule.punctuation === 'ignore') rest = rest.replaceAll(/\p{P}/gu, '')
  if (rule.without) rest = [...rest].filter((letter) => !rule.without?.includes(letter)).join('')
  if (rule.blanks === 'collapse') return rest.replaceAll(/\s+/gu, ' ').trim()
  return rule.blanks === 'ignore' ? rest.replaceAll(/\s+/gu, '') : rest
}
