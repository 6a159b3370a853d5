import type { Query } from '../query/read-query.ts'
import type { ToolPlace } from '../search-index.ts'
import type { Segment } from '../segment.ts'
import type { Impacts } from './impacts.ts'
import type { Plan } from './plan-terms.ts'

/**
 * What adjacent words of the use case add when they are adjacent in the tool, as a share of the
 * rarer one's weight.
 */
const pairShare = 0.15

/** Two terms, or their words in a segment, and what it adds that they are adjacent. */
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
  const known = new Map<string, WantedPair>()
  for (const [first, second] of pairs) {
    const [a, b] = [byWord.get(first), byWord.get(second)]
    if (a === undefined || b === undefined) continue
    const rarity = Math.min(terms[a]?.rarity ?? 0, terms[b]?.rarity ?? 0)
    known.set(`${a} ${b}`, { first: a, second: b, value: pairShare * rarity })
  }
  const wanted = [...known.values()]

  return ({ segment, tool, at }, impacts, row) => {
    const start = row * impacts.terms
    let possible: WantedPair[] | undefined
    for (const { first, second, value } of wanted) {
      if (!impacts.values[start + first] || !impacts.values[start + second]) continue
      possible ??= []
      possible.push({
        first: terms[first]?.wordPositions[at] ?? -1,
        second: terms[second]?.wordPositions[at] ?? -1,
        value,
      })
    }
    return possible ? sumOfPairs(segment, tool, possible) : 0
  }
}

/** The values of the pairs that are adjacent in the tool's text. */
const sumOfPairs = ({ text, textStarts }: Segment, tool: number, pairs: WantedPair[]): number => {
  const end = textStarts[tool + 1] ?? 0
  let score = 0
  let before = -1
  for (let at = textStarts[tool] ?? 0; at < end; at++) {
    const word = text[at] ?? -1
    if (before >= 0 && word >= 0) {
      for (const pair of pairs) {
        if (pair.first !== before || pair.second !== word) continue
        score += pair.value
        pair.value = 0
      }
    }
    before = word
  }
  return score
}
