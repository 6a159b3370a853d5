import type { Keyword } from '../schema-node.ts'
import { failMismatch } from '../check.ts'
import { describeValue, jsonType } from '../json-value.ts'
import { stringsOf } from '../schema-node.ts'

/** `type`, as a name or a list of names, with OpenAPI's `nullable`. */
export const type: Keyword = (node) => {
  const declared = node.get('type')
  const types = typeof declared === 'string' ? [declared] : stringsOf(declared)
  const unknown = types.filter((name) => !articles.has(name))
  for (const name of unknown) node.warn(`The type ${JSON.stringify(name)} is unknown; its values were accepted`)
  if (types.length === 0 || unknown.length > 0) return undefined
  if (node.get('nullable') === true && !types.includes('null')) types.push('null')

  const accepted = new Set(types)
  const expected = types.map((name) => articles.get(name) ?? name)
  return (value, run) => {
    const actual = jsonType(value)
    if (accepted.has(actual) || (actual === 'number' && accepted.has('integer') && Number.isInteger(value))) return true
    return failMismatch(run, 'type', expected, () => actual === 'number' && accepted.has('integer') ? describeValue(value) : actual)
  }
}

const articles = new Map([
  ['string', 'a string'], ['number', 'a number'], ['integer', 'an integer'], ['boolean', 'a boolean'],
  ['object', 'an object'], ['array', 'an array'], ['null', 'null'],
])
