import type { Keyword } from '../schema-node.ts'
import { hasProperty, isObject } from '../../json-schema.ts'
import { fail, spend, within } from '../check.ts'
import { addProperty, hasEvaluatedItem, hasEvaluatedProperty } from '../evaluated.ts'

export const unevaluatedProperties: Keyword = (node) => {
  const schema = node.get('unevaluatedProperties')
  if (schema === undefined) return undefined
  const check = node.subschema(schema)
  return (value, run) => {
    const { evaluated } = run
    if (!isObject(value) || !evaluated) return true
    let valid = true
    const keys = Object.keys(value)
    spend(run, keys.length)
    for (const key of keys) {
      if (!hasProperty(value, key) || hasEvaluatedProperty(evaluated, key)) continue
      addProperty(evaluated, key)
      if (
        schema === false
          ? fail(run, 'unevaluatedProperties', () => 'is not allowed here', { key })
          : within(run, key, check, value[key])
      )
        continue
      if (!run.issues) return false
      valid = false
    }
    return valid
  }
}

export const unevaluatedItems: Keyword = (node) => {
  const schema = node.get('unevaluatedItems')
  if (schema === undefined) return undefined
  const check = node.subschema(schema)
  return (value, run) => {
    const { evaluated } = run
    if (!Array.isArray(value) || !evaluated) return true
    let valid = true
    spend(run, value.length)
    for (const [index, item] of value.entries()) {
      if (hasEvaluatedItem(evaluated, index) || within(run, index, check, item)) continue
      if (!run.issues) return false
      valid = false
    }
    evaluated.items = Infinity
    return valid
  }
}
