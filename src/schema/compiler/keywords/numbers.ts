import { numberOf, type Keyword } from '../schema-node.ts'
import { fail } from '../check.ts'
import { isMultipleOf } from '../multiple-of.ts'

/**
 * `minimum`, `maximum`, both forms of `exclusiveMinimum` and `exclusiveMaximum`, and `multipleOf`.
 */
export const numbers: Keyword = (node) => {
  // Draft-04 and OpenAPI 3.0 have `exclusiveMinimum: true` next to `minimum`.
  const minimum = numberOf(node, 'minimum') ?? -Infinity
  const maximum = numberOf(node, 'maximum') ?? Infinity
  const above =
    node.get('exclusiveMinimum') === true
      ? minimum
      : (numberOf(node, 'exclusiveMinimum') ?? -Infinity)
  const below =
    node.get('exclusiveMaximum') === true
      ? maximum
      : (numberOf(node, 'exclusiveMaximum') ?? Infinity)
  const divisor = numberOf(node, 'multipleOf') ?? 0

  return (value, run) => {
    if (typeof value !== 'number') return true
    if (value <= above && above > -Infinity)
      return fail(run, 'exclusiveMinimum', () => `must be greater than ${above}; got ${value}`, {
        rule: above,
      })
    if (value < minimum)
      return fail(run, 'minimum', () => `must be at least ${minimum}; got ${value}`, {
        rule: minimum,
      })
    if (value >= below && below < Infinity)
      return fail(run, 'exclusiveMaximum', () => `must be less than ${below}; got ${value}`, {
        rule: below,
      })
    if (value > maximum)
      return fail(run, 'maximum', () => `must be at most ${maximum}; got ${value}`, {
        rule: maximum,
      })
    if (divisor > 0 && !isMultipleOf(value, divisor))
      return fail(run, 'multipleOf', () => `must be a multiple of ${divisor}; got ${value}`, {
        rule: divisor,
      })
    return true
  }
}
