import type { Keyword } from '../schema-node.ts'
import { fail, spend } from '../check.ts'
import { formats } from '../formats.ts'
import { describeValue } from '../json-value.ts'

/**
 * `format`, asserted: a model that is asked for a date should send one. Unknown formats are ignored
 * with a warning.
 */
export const format: Keyword = (node) => {
  const name = node.get('format')
  if (typeof name !== 'string') return undefined
  const known = formats.get(name)
  if (!known) {
    node.warn(`The format ${JSON.stringify(name)} is not supported; its values were accepted`)
    return undefined
  }
  return (value, run) => {
    if (typeof value !== 'string') return true
    spend(run, value.length >> 3)
    return (
      known.matches(value) ||
      fail(
        run,
        'format',
        () => `must be a valid ${name}, such as ${known.example}; got ${describeValue(value)}`,
        { rule: name },
      )
    )
  }
}
