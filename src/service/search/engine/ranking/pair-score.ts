import type { Query } from '../query/read-query.ts'
import { toolAt, type SearchIndex } from '../search-index.ts'
import type { Plan } from './plan-terms.ts'

/**
 * What adjacent words of the use case add when they are adjacent in the tool, as a share of the
 * rarer one's weight.
 */
const pairShare = 0.15

/** More than the words of any segment, so that a pair of words fits into one number. */
const manyWords = 2 ** 26

/**
 * The score of a tool for having words in the order of the use case: "close the issue" is not
 * "issue that is close".
 */
export const createPairScore = (
  index: SearchIndex,
  { pairs }: Query,
  { terms }: Plan,
): ((position: number) => number) => {
  const byWord = new Map(terms.map((term) => [term.word, term]))
  const known = pairs.flatMap(([first, second]) => {
    const [a, b] = [byWord.get(first), byWord.get(second)]
    return a && b ? [{ a, b, value: pairShare * Math.min(a.rarity, b.rarity) }] : []
  })
  const wanted = index.segments.map((_, at) => {
    const values = new Map<number, number>()
    for (const { a, b, value } of known) {
      const [first, second] = [a.wordPositions[at], b.wordPositions[at]]
      if (first !== undefined && second !== undefined) values.set(first * manyWords + second, value)
    }
    return values
  })

  return (position) => {
    const { segment, tool, at } = toolAt(index, position)
    const values = wanted[at]
    if (!values || values.size === 0) return 0
    const { text, textStarts } = segment
    const end = textStarts[tool + 1] ?? 0
    const counted = new Set<number>()
    let score = 0
    let before = -1
    for (let textPosition = textStarts[tool] ?? 0; textPosition < end; textPosition++) {
      const word = text[textPosition] ?? -1
      const pair = before < 0 || word < 0 ? -1 : before * manyWords + word
      const value = pair < 0 ? undefined : values.get(pair)
      if (value !== undefined && !counted.has(pair)) {
        counted.add(pair)
        score += value
      }
      before = word
    }
    return score
  }
}
