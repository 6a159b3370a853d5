import type { Check } from '../check.ts'
import type { Keyword } from '../schema-node.ts'
import { failMismatch } from '../check.ts'
import { canonicalText, describeValue } from '../json-value.ts'

/** `enum` and `const`. */
export const values: Keyword = (node) => {
  const choices = node.get('enum')
  const constant = node.get('const')
  const checks: Check[] = []
  if (Array.isArray(choices)) checks.push(oneOfValues('enum', choices))
  if (constant !== undefined) checks.push(oneOfValues('const', [constant]))
  const [first, second] = checks
  return first && second ? (value, run) => first(value, run) && second(value, run) : first
}

const oneOfValues = (keyword: string, choices: readonly unknown[]): Check => {
  const scalars = new Set(choices.filter((choice) => !isStructure(choice)))
  const structures = new Set(choices.filter(isStructure).map(canonicalText))
  const expected = choices.map((choice) => JSON.stringify(choice) ?? 'undefined')
  return (value, run) => {
    if (isStructure(value) ? structures.size > 0 && structures.has(canonicalText(value)) : scalars.has(value)) return true
    return failMismatch(run, keyword, expected.length > 0 ? expected : ['a value of an empty list'], () => describeValue(value))
  }
}

const isStructure = (value: unknown): boolean => typeof value === 'object' && value !== null
