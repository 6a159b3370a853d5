import type { Query } from '../query/read-query.ts'
import type { ToolPlace } from '../search-index.ts'
import type { Segment } from '../segment.ts'
import type { Impacts } from './impacts.ts'
import type { Plan } from './plan-terms.ts'

/**
 * What adjacent words of the use case add when they are adjacent in the tool, as a share of the
 * rarer one's weight.
 */
const pairShare = 0.25

/** Two terms, and what it adds that they are adjacent. */
type WantedPair = { first: number; second: number; value: number }

/**
 * The score of a tool for having words in the order of the use case: "close the issue" is not
 * "issue that is close". `impacts` are those of the plan's terms.
 */
export const createPairScore = (
  { pairs }: Query,
  { terms }: Plan,
): ((place: ToolPlace, impacts: Impacts, row: number) => number) => {
  const byWord = new Map(terms.map(({ word }, at) => [word, at]))
  const known = new Map<number, WantedPair>()
  for (const [first, second] of pairs) {
    const [a, b] = [byWord.get(first), byWord.get(second)]
    if (a === undefined || b === undefined) continue
    const rarity = Math.min(terms[a]?.rarity ?? 0, terms[b]?.rarity ?? 0)
    known.set(a * terms.length + b, { first: a, second: b, value: pairShare * rarity })
  }
  const wanted = [...known.values()]
  const firsts = Int32Array.from(wanted, ({ first }) => first)
  const seconds = Int32Array.from(wanted, ({ second }) => second)
  /** The places of the pairs whose words a tool has. */
  const possible = new Int32Array(wanted.length)

  return ({ segment, tool, at }, impacts, row) => {
    const start = row * impacts.terms
    let count = 0
    for (let pair = 0; pair < firsts.length; pair++)
      if (
        impacts.values[start + (firsts[pair] ?? 0)] &&
        impacts.values[start + (seconds[pair] ?? 0)]
      )
        possible[count++] = pair
    let score = 0
    for (let place = 0; place < count; place++) {
      const { first = 0, second = 0, value = 0 } = wanted[possible[place] ?? 0] ?? {}
      const [a = -1, b = -1] = [terms[first]?.wordPositions[at], terms[second]?.wordPositions[at]]
      if (areAdjacent(segment, tool, a, b)) score += value
    }
    return score
  }
}

/** Whether one word follows the other in the text of a tool. */
const areAdjacent = (
  { text, textStarts }: Segment,
  tool: number,
  first: number,
  second: number,
): boolean => {
  const end = textStarts[tool + 1] ?? 0
  for (let at = (textStarts[tool] ?? 0) + 1; at < end; at++)
    if (text[at] === second && text[at - 1] === first) return true
  return false
}
