import type { Keyword } from '../schema-node.ts'
import { fail } from '../check.ts'
import { formats } from '../formats.ts'
import { describeValue } from '../json-value.ts'

/** `format`, asserted: a model that is told of a date should send one. Unknown formats say nothing. */
export const format: Keyword = (node) => {
  const name = node.get('format')
  const known = typeof name === 'string' ? formats.get(name) : undefined
  if (!known) return undefined
  return (value, run) => typeof value !== 'string' || known.matches(value)
    || fail(run, 'format', () => `must be a valid ${String(name)}, such as ${known.example}; got ${describeValue(value)}`)
}
