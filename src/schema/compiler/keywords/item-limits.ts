import { numberOf, type Keyword } from '../schema-node.ts'
import { type Run, fail, spend } from '../check.ts'
import { countedText } from './counted-text.ts'

/** `minItems`, `maxItems` and `uniqueItems`. */
export const itemLimits: Keyword = (node) => {
  const minimum = numberOf(node, 'minItems') ?? 0
  const maximum = numberOf(node, 'maxItems') ?? Infinity
  const unique = node.get('uniqueItems') === true

  return (value, run) => {
    if (!Array.isArray(value)) return true
    if (value.length < minimum)
      return fail(
        run,
        'minItems',
        () => `must have at least ${count(minimum)}; got ${value.length}`,
        { rule: minimum },
      )
    if (value.length > maximum)
      return fail(
        run,
        'maxItems',
        () => `must have at most ${count(maximum)}; got ${value.length}`,
        { rule: maximum },
      )
    const repeat = unique ? findRepeat(value, run) : undefined
    return (
      !repeat ||
      fail(
        run,
        'uniqueItems',
        () => `must not repeat items; items ${repeat.join(' and ')} are equal`,
      )
    )
  }
}

const findRepeat = (
  items: readonly unknown[],
  run: Run,
): [first: number, second: number] | undefined => {
  const scalars = new Map<unknown, number>()
  const structures = new Map<unknown, number>()
  for (const [index, item] of items.entries()) {
    const isStructure = typeof item === 'object' && item !== null
    const seen = isStructure ? structures : scalars
    const key = isStructure ? countedText(item, run) : item
    const first = seen.get(key)
    if (first !== undefined) return [first, index]
    seen.set(key, index)
  }
  spend(run, items.length)
  return undefined
}

const count = (number: number): string => `${number} ${number === 1 ? 'item' : 'items'}`
