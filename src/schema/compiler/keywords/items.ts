import { checkMember, enter, fail, leave, type Check } from '../check.ts'
import type { Keyword, SchemaNode } from '../schema-node.ts'
import { typeOf } from '../types.ts'
import { bitsOfCheck } from './type.ts'

/**
 * `prefixItems` with `items` (2020-12), and `items` as a schema or a list with `additionalItems`
 * (earlier drafts).
 */
export const items: Keyword = (node) => {
  const { first, rest } = partsOf(node)
  const { otherwise, subschema } = node
  first.forEach(node.postpone)
  if (rest !== undefined) node.postpone(rest)
  const firstChecks: (Check | undefined)[] = []
  let restCheck = rest === false ? refuse(first.length) : undefined
  // What it judges alone.
  let restTypes = 0
  const compileRest = (): Check => {
    restCheck = subschema(rest)
    restTypes = bitsOfCheck(restCheck)
    return restCheck
  }

  return (value, run) => {
    if (!Array.isArray(value)) return otherwise(value, run)
    const evaluated = enter(run)
    const end = rest === undefined ? Math.min(first.length, value.length) : value.length
    let valid = true
    for (let index = 0; index < end; index += 1) {
      const item: unknown = value[index]
      const isRest = index >= first.length
      if (isRest && (typeOf(item) & restTypes) !== 0) {
        run.steps += 1
        continue
      }
      const check = isRest
        ? (restCheck ?? compileRest())
        : (firstChecks[index] ??= subschema(first[index]))
      if (checkMember(run, index, check, item)) continue
      valid = false
      if (run.issues === undefined) break
    }
    leave(run, evaluated)
    if (evaluated)
      evaluated.items = rest === undefined ? Math.max(evaluated.items, first.length) : Infinity
    return valid
  }
}

/** The schemas of the first items, and the schema of all others. */
const partsOf = (node: SchemaNode): { first: readonly unknown[]; rest: unknown } => {
  const schema = node.get('items')
  const prefix = node.get('prefixItems')
  if (Array.isArray(prefix))
    return { first: prefix, rest: Array.isArray(schema) ? undefined : schema }
  return Array.isArray(schema)
    ? { first: schema, rest: node.get('additionalItems') }
    : { first: [], rest: schema }
}

const refuse =
  (length: number): Check =>
  (_item, run) =>
    fail(
      run,
      'items',
      () => `is one item too many; at most ${length} ${length === 1 ? 'is' : 'are'} allowed`,
      { rule: length },
    )
