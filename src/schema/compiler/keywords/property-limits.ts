import type { Keyword } from '../schema-node.ts'
import { hasProperty, isObject } from '../../json-schema.ts'
import { attempt, fail, report, within } from '../check.ts'
import { numberOf, stringsOf } from '../schema-node.ts'

/** `required`, `minProperties`, `maxProperties` and `propertyNames`. */
export const propertyLimits: Keyword = (node) => {
  const required = stringsOf(node.get('required'))
  const minimum = numberOf(node, 'minProperties') ?? 0
  const maximum = numberOf(node, 'maxProperties') ?? Infinity
  const names = node.get('propertyNames') === undefined ? undefined : node.subschema(node.get('propertyNames'))
  const counts = minimum > 0 || maximum < Infinity
  if (required.length === 0 && !counts && !names) return undefined

  return (value, run) => {
    if (!isObject(value)) return true
    let valid = true
    for (const key of required) {
      if (hasProperty(value, key)) continue
      if (!run.issues) return false
      valid = fail(run, 'required', () => 'is required', key)
    }
    if (!counts && !names) return valid

    const keys = Object.keys(value).filter((key) => hasProperty(value, key))
    if (keys.length < minimum) valid = fail(run, 'minProperties', () => `must have at least ${count(minimum)}; got ${keys.length}`)
    if (keys.length > maximum) valid = fail(run, 'maxProperties', () => `must have at most ${count(maximum)}; got ${keys.length}`)
    if (!names) return valid
    for (const key of keys) {
      const { valid: allowed, issues } = attempt(run, (name, run) => within(run, key, names, name), key)
      if (allowed) continue
      if (!run.issues) return false
      valid = false
      report(run, issues.map((issue) => ({ path: issue.path, keyword: 'propertyNames', message: `is no valid name here: it ${issue.message}` })))
    }
    return valid
  }
}

const count = (number: number): string => `${number} ${number === 1 ? 'property' : 'properties'}`
