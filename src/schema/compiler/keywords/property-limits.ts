import { numberOf, type Keyword } from '../schema-node.ts'
import { hasProperty, isObject } from '../../json-schema.ts'
import { attempt, fail, report, spend, within } from '../check.ts'

/** `minProperties`, `maxProperties` and `propertyNames`. */
export const propertyLimits: Keyword = (node) => {
  const minimum = numberOf(node, 'minProperties') ?? 0
  const maximum = numberOf(node, 'maxProperties') ?? Infinity
  const names =
    node.get('propertyNames') === undefined ? undefined : node.subschema(node.get('propertyNames'))

  return (value, run) => {
    if (!isObject(value)) return true
    let valid = true
    const keys = Object.keys(value).filter((key) => hasProperty(value, key))
    spend(run, keys.length)
    if (keys.length < minimum)
      valid = fail(
        run,
        'minProperties',
        () => `must have at least ${count(minimum)}; got ${keys.length}`,
        { rule: minimum },
      )
    if (keys.length > maximum)
      valid = fail(
        run,
        'maxProperties',
        () => `must have at most ${count(maximum)}; got ${keys.length}`,
        { rule: maximum },
      )
    if (!names) return valid
    for (const key of keys) {
      if (!run.issues) {
        if (within(run, key, names, key)) continue
        return false
      }
      const { valid: allowed, issues } = attempt(
        run,
        (name, run) => within(run, key, names, name),
        key,
      )
      if (allowed) continue
      valid = false
      report(
        run,
        issues.map((issue) => ({
          path: issue.path,
          keyword: 'propertyNames',
          message: `is not a valid name here: it ${issue.message}`,
        })),
      )
    }
    return valid
  }
}

const count = (number: number): string => `${number} ${number === 1 ? 'property' : 'properties'}`
