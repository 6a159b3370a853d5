import { canBeEmpty, longRepeat, type PatternNode } from './pattern-node.ts'
import { isDeterministic } from './is-deterministic.ts'

/**
 * An upper bound of the steps of a backtracking engine for a text of a given length: never too low,
 * often too high, infinite for a pattern that may backtrack exponentially.
 */
export const boundWork = (pattern: PatternNode, flags: string): ((length: number) => number) => {
  const ways = waysThrough(pattern)
  const isSimple = ways.paths < 1000 && ways.degree <= 1
  const { paths, degree } = isSimple || !isDeterministic(pattern, flags) ? ways : oneWay
  const power = Math.max(1, degree) + (isAnchored(pattern) ? 0 : 1)
  const size = sizeOf(pattern)
  return (length) => size * paths * (length + 1) ** power
}

/** The number of ways to match a text: `paths` times its length to the power of `degree`. */
type Ways = {
  paths: number
  degree: number
}

const waysThrough = (node: PatternNode): Ways => {
  switch (node.kind) {
    case 'character':
    case 'edge':
      return oneWay
    case 'backreference':
      return { paths: 1, degree: 1 }
    case 'look':
      return waysThrough(node.body)
    case 'sequence':
      return node.parts.map(waysThrough).reduce(multiply, oneWay)
    case 'choice':
      return node.options.map(waysThrough).reduce((sum, ways) => ({
        paths: sum.paths + ways.paths,
        degree: Math.max(sum.degree, ways.degree),
      }))
    case 'repeat':
      return waysThroughRepeat(node)
    default:
      return node satisfies never
  }
}

const oneWay: Ways = { paths: 1, degree: 0 }

const multiply = (one: Ways, other: Ways): Ways => ({
  paths: one.paths * other.paths,
  degree: one.degree + other.degree,
})

const waysThroughRepeat = ({ body, least, most }: PatternNode & { kind: 'repeat' }): Ways => {
  const inside = waysThrough(body)
  const choices = most - least + 1
  if (inside.paths === 1 && inside.degree === 0 && !canBeEmpty(body))
    return choices < longRepeat ? { paths: choices, degree: 0 } : { paths: 1, degree: 1 }
  return most === Infinity
    ? { paths: Infinity, degree: 0 }
    : { paths: choices * inside.paths ** most, degree: inside.degree * most }
}

/** Whether a match can only begin at the start of the text. */
const isAnchored = (node: PatternNode): boolean => {
  if (node.kind === 'edge') return node.at === 'start'
  if (node.kind === 'choice') return node.options.every(isAnchored)
  return node.kind === 'sequence' && node.parts[0] !== undefined && isAnchored(node.parts[0])
}

/** The number of characters and alternatives in the pattern, counting each copy of a repeat. */
const sizeOf = (node: PatternNode): number => {
  switch (node.kind) {
    case 'character':
    case 'edge':
    case 'backreference':
      return 1
    case 'look':
      return 1 + sizeOf(node.body)
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + sizeOf(part), 1)
    case 'choice':
      return node.options.reduce((sum, option) => sum + sizeOf(option), 1)
    case 'repeat':
      return 1 + sizeOf(node.body) * Math.max(1, node.least)
    default:
      return node satisfies never
  }
}
