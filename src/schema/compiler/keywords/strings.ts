import { numberOf, type Keyword } from '../schema-node.ts'
import { fail } from '../check.ts'
import { describeValue } from '../json-value.ts'
import { compilePattern } from '../patterns/compile-pattern.ts'

/** `minLength`, `maxLength` (in code points) and `pattern`. */
export const strings: Keyword = (node) => {
  const minimum = numberOf(node, 'minLength') ?? 0
  const maximum = numberOf(node, 'maxLength') ?? Infinity
  const source = node.get('pattern')
  const pattern = typeof source === 'string' ? compilePattern(node, source) : undefined
  if (minimum <= 0 && maximum === Infinity && !pattern) return undefined

  return (value, run) => {
    if (typeof value !== 'string') return true
    run.steps += value.length >> 4
    // A code point has one or two UTF-16 units, so most texts need no counting.
    if (value.length < minimum * 2 && (value.length < minimum || countCodePoints(value) < minimum))
      return fail(
        run,
        'minLength',
        () => `must have at least ${count(minimum)}; got ${countCodePoints(value)}`,
        { rule: minimum },
      )
    if (value.length > maximum && (value.length > maximum * 2 || countCodePoints(value) > maximum))
      return fail(
        run,
        'maxLength',
        () => `must have at most ${count(maximum)}; got ${countCodePoints(value)}`,
        { rule: maximum },
      )
    if (pattern && !pattern.test(value, run))
      return fail(
        run,
        'pattern',
        () => `must match the pattern ${String(source)}; got ${describeValue(value)}`,
        { rule: source },
      )
    return true
  }
}

const countCodePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

const count = (length: number): string => `${length} ${length === 1 ? 'character' : 'characters'}`
