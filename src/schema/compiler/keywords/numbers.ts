import type { Check } from '../check.ts'
import type { Keyword } from '../schema-node.ts'
import { fail } from '../check.ts'
import { isMultipleOf } from '../multiple-of.ts'
import { numberOf } from '../schema-node.ts'

/** `minimum`, `maximum`, both forms of `exclusiveMinimum` and `exclusiveMaximum`, and `multipleOf`. */
export const numbers: Keyword = (node) => {
  const rules: Rule[] = []
  const add = (keyword: string, limit: number | undefined, holds: (value: number, limit: number) => boolean, words: string) => {
    if (limit !== undefined) rules.push({ keyword, holds: (value) => holds(value, limit), words: `${words} ${limit}` })
  }
  // Draft-04 and OpenAPI 3.0 say `exclusiveMinimum: true` beside `minimum`.
  const above = node.get('exclusiveMinimum') === true
  const below = node.get('exclusiveMaximum') === true
  add('minimum', numberOf(node, 'minimum'), above ? isAbove : (value, limit) => value >= limit, above ? 'greater than' : 'at least')
  add('maximum', numberOf(node, 'maximum'), below ? isBelow : (value, limit) => value <= limit, below ? 'less than' : 'at most')
  add('exclusiveMinimum', numberOf(node, 'exclusiveMinimum'), isAbove, 'greater than')
  add('exclusiveMaximum', numberOf(node, 'exclusiveMaximum'), isBelow, 'less than')
  const divisor = numberOf(node, 'multipleOf')
  if (divisor !== undefined && divisor > 0) add('multipleOf', divisor, isMultipleOf, 'a multiple of')
  return rules.length > 0 ? checkRules(rules) : undefined
}

interface Rule {
  keyword: string
  holds(value: number): boolean
  words: string
}

const isAbove = (value: number, limit: number): boolean => value > limit
const isBelow = (value: number, limit: number): boolean => value < limit

const checkRules = (rules: readonly Rule[]): Check => (value, run) => {
  if (typeof value !== 'number') return true
  const broken = rules.find(({ holds }) => !holds(value))
  return !broken || fail(run, broken.keyword, () => `must be ${broken.words}; got ${value}`)
}
