import type { Check } from '../check.ts'
import type { Keyword, SchemaNode } from '../schema-node.ts'
import { fail, within } from '../check.ts'

/** `prefixItems` with `items` (2020-12), and `items` as a schema or a list with `additionalItems` (before). */
export const items: Keyword = (node) => {
  const { first, rest } = partsOf(node)
  if (first.length === 0 && !rest) return undefined
  return (value, run) => {
    if (!Array.isArray(value)) return true
    let valid = true
    for (const [index, item] of value.entries()) {
      const check = first[index] ?? rest
      if (!check) break
      if (within(run, index, check, item)) continue
      if (!run.issues) return false
      valid = false
    }
    if (run.evaluated) run.evaluated.items = rest ? Infinity : Math.max(run.evaluated.items, first.length)
    return valid
  }
}

const partsOf = (node: SchemaNode): { first: Check[]; rest: Check | undefined } => {
  const schema = node.get('items')
  const prefix = node.get('prefixItems')
  if (Array.isArray(prefix)) return { first: prefix.map(node.subschema), rest: restOf(node, Array.isArray(schema) ? undefined : schema, prefix.length) }
  if (Array.isArray(schema)) return { first: schema.map(node.subschema), rest: restOf(node, node.get('additionalItems'), schema.length) }
  return { first: [], rest: restOf(node, schema, 0) }
}

const restOf = (node: SchemaNode, schema: unknown, length: number): Check | undefined => {
  if (schema === undefined) return undefined
  if (schema !== false) return node.subschema(schema)
  return (_item, run) => fail(run, 'items', () => `is one item too many; at most ${length} are allowed`)
}
