import { fail, spend, type Check } from '../check.ts'
import { stringsOf, type Keyword, type SchemaNode } from '../schema-node.ts'
import { hasProperty, isObject } from '../../json-schema.ts'

/**
 * `dependentRequired`, `dependentSchemas` and the older `dependencies`, which may contain either.
 */
export const dependencies: Keyword = (node) => {
  const entries = ['dependencies', 'dependentRequired', 'dependentSchemas'].flatMap((keyword) =>
    entriesOf(node, keyword),
  )
  if (entries.length === 0) return undefined
  return (value, run) => {
    if (!isObject(value)) return true
    let valid = true
    spend(run, entries.length)
    for (const [key, check] of entries) {
      if (!hasProperty(value, key) || check(value, run)) continue
      if (!run.issues) return false
      valid = false
    }
    return valid
  }
}

const entriesOf = (node: SchemaNode, keyword: string): [key: string, check: Check][] => {
  const dependents = node.get(keyword)
  if (!isObject(dependents)) return []
  return Object.keys(dependents).map((key) => {
    const dependent = dependents[key]
    return [
      key,
      Array.isArray(dependent)
        ? requires(keyword, key, stringsOf(dependent))
        : node.subschema(dependent),
    ]
  })
}

const requires =
  (keyword: string, given: string, required: readonly string[]): Check =>
  (value, run) => {
    if (!isObject(value)) return true
    let valid = true
    for (const key of required)
      if (!hasProperty(value, key))
        valid = fail(run, keyword, () => `is required when \`${given}\` is given`, { key })
    return valid
  }
