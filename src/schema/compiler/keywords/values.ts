import { failMismatch, LimitExceeded, type Check, type Run } from '../check.ts'
import type { Keyword, SchemaNode } from '../schema-node.ts'
import { canonicalText, describeSchema, describeValue } from '../json-value.ts'
import { countedText } from './counted-text.ts'

/** `enum` and `const`. */
export const values: Keyword = (node) => {
  const choices = node.get('enum')
  const constant = node.get('const')
  const first = Array.isArray(choices) ? oneOfValues(node, 'enum', choices) : undefined
  const second = constant === undefined ? undefined : oneOfValues(node, 'const', [constant])
  return first && second
    ? (value, run) => first(value, run) && second(value, run)
    : (first ?? second)
}

const oneOfValues = (node: SchemaNode, keyword: string, choices: readonly unknown[]): Check => {
  const holds = choices.some(isStructure)
    ? isOneOfStructures(node, choices)
    : isOneOfScalars(choices)
  const expected = () =>
    choices.length === 0 ? ['a value of an empty list'] : choices.map(describeChoice)
  return (value, run) =>
    holds(value, run) || failMismatch(run, keyword, expected, () => describeValue(value), choices)
}

/** A short list is searched linearly; only a long one is worth a set. */
const isOneOfScalars = (choices: readonly unknown[]): Choice => {
  if (choices.length <= 8) return (value) => choices.includes(value)
  const set = new Set(choices)
  return (value) => set.has(value)
}

const isOneOfStructures = (node: SchemaNode, choices: readonly unknown[]): Choice => {
  const texts = new Set(choices.flatMap((choice) => textOf(node, choice)))
  return (value, run) => texts.has(countedText(value, run))
}

/** An option that is too deep can be skipped: a value of that depth is rejected anyway. */
const textOf = (node: SchemaNode, choice: unknown): string[] => {
  try {
    return [canonicalText(choice)]
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error
    node.warn('A value of `enum` or `const` is nested too deeply; no value matches it')
    return []
  }
}

type Choice = (value: unknown, run: Run) => boolean

const describeChoice = (choice: unknown): string =>
  isStructure(choice) ? describeSchema(choice) : (JSON.stringify(choice) ?? 'undefined')

const isStructure = (value: unknown): boolean => typeof value === 'object' && value !== null
