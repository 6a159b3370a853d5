import { TreeInterpreter, type JSONValue } from '@jmespath-community/jmespath'
import type { Budget } from './budget.ts'
import { ProjectionError } from './projection-error.ts'

/** A value, or an expression (`&name`). */
export type Argument = { value: JSONValue } | { evaluate: (item: JSONValue) => JSONValue }

/** Calls a function of the library, after its work is counted. Throws for arguments that do not fit. */
export const callFunction = (name: string, given: Argument[], budget: Budget): JSONValue => {
  const [first, second] = given
  if (name === 'map' && first && second && 'evaluate' in first && 'value' in second)
    return listOf(name, second.value).map(first.evaluate)
  if (second && 'evaluate' in second && first && 'value' in first && isByKey(name))
    return callByKey(name, listOf(name, first.value), second.evaluate)
  const values = given.map((argument) => {
    if ('evaluate' in argument) throw unfit(`${name}() takes no expression there`)
    return argument.value
  })
  charge(name, values, budget)
  const children = values.map((value) => ({ type: 'Literal', value }) as const)
  return TreeInterpreter.search({ type: 'Function', name, children }, null)
}

const listOf = (name: string, value: JSONValue): JSONValue[] => {
  if (!Array.isArray(value)) throw unfit(`${name}() expects a list`)
  return value
}

const byKey = ['group_by', 'max_by', 'min_by', 'sort_by'] as const
type ByKey = (typeof byKey)[number]
const isByKey = (name: string): name is ByKey => byKey.some((each) => each === name)

type Keyed = { key: string | number; item: JSONValue }

const callByKey = (
  name: ByKey,
  list: JSONValue[],
  evaluate: (item: JSONValue) => JSONValue,
): JSONValue => {
  const keyed = list.map((item): Keyed => {
    const key = evaluate(item)
    if (typeof key !== 'string' && (typeof key !== 'number' || name === 'group_by'))
      throw unfit(
        `${name}() expects keys that are texts${name === 'group_by' ? '' : ' or numbers'}`,
      )
    return { key, item }
  })
  if (new Set(keyed.map(({ key }) => typeof key)).size > 1)
    throw unfit(`${name}() expects keys of one type`)
  if (name === 'group_by')
    return Object.fromEntries(
      [...Map.groupBy(keyed, ({ key }) => String(key))].map(([key, group]) => [
        key,
        group.map(({ item }) => item),
      ]),
    )
  const sorted = keyed.toSorted((one, other) =>
    one.key < other.key ? -1 : one.key > other.key ? 1 : 0,
  )
  if (name === 'sort_by') return sorted.map(({ item }) => item)
  const end = name === 'min_by' ? sorted[0] : sorted.find(({ key }) => key === sorted.at(-1)?.key)
  return end?.item ?? null
}

/** Texts grow by these functions, and values are walked through as deep as they go. */
const charge = (name: string, values: JSONValue[], budget: Budget): void => {
  for (const value of values) budget.spendOn(value)
  const [first, second, third] = values
  switch (name) {
    case 'pad_left':
    case 'pad_right':
      if (typeof second === 'number') budget.spendCharacters(second)
      return
    case 'join':
      if (typeof first === 'string' && Array.isArray(second)) {
        budget.spendCharacters(first.length * second.length)
        for (const text of second) budget.spendOn(text)
      }
      return
    case 'replace':
      if (typeof first === 'string' && typeof second === 'string' && typeof third === 'string')
        budget.spendCharacters((first.length / Math.max(1, second.length) + 1) * third.length)
      return
    case 'to_string':
      return chargeTree(first, budget)
    case 'length':
    case 'reverse':
    case 'split':
      // A list of its characters.
      if (typeof first === 'string') budget.spend(first.length)
      return
    case 'from_items':
    case 'zip':
      return values.forEach((value) => (Array.isArray(value) ? value : []).forEach(budget.spendOn))
    default:
  }
}

const chargeTree = (value: JSONValue | undefined, budget: Budget): void => {
  budget.spend(1)
  budget.spendOn(value)
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    budget.spendCharacters(key.length)
    chargeTree(member, budget)
  }
}

const unfit = (reason: string): ProjectionError =>
  new ProjectionError('failed', `cannot be evaluated on the answer: ${reason}`)
