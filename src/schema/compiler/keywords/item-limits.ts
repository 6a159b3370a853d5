import type { Keyword } from '../schema-node.ts'
import { fail } from '../check.ts'
import { canonicalText } from '../json-value.ts'
import { numberOf } from '../schema-node.ts'

/** `minItems`, `maxItems` and `uniqueItems`. */
export const itemLimits: Keyword = (node) => {
  const minimum = numberOf(node, 'minItems') ?? 0
  const maximum = numberOf(node, 'maxItems') ?? Infinity
  const unique = node.get('uniqueItems') === true
  if (minimum <= 0 && maximum === Infinity && !unique) return undefined

  return (value, run) => {
    if (!Array.isArray(value)) return true
    if (value.length < minimum) return fail(run, 'minItems', () => `must have at least ${count(minimum)}; got ${value.length}`)
    if (value.length > maximum) return fail(run, 'maxItems', () => `must have at most ${count(maximum)}; got ${value.length}`)
    const repeat = unique ? findRepeat(value) : undefined
    return !repeat || fail(run, 'uniqueItems', () => `must not repeat items; items ${repeat.join(' and ')} are equal`)
  }
}

const findRepeat = (items: readonly unknown[]): [first: number, second: number] | undefined => {
  const seen = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    const text = canonicalText(item)
    const first = seen.get(text)
    if (first !== undefined) return [first, index]
    seen.set(text, index)
  }
  return undefined
}

const count = (number: number): string => `${number} ${number === 1 ? 'item' : 'items'}`
