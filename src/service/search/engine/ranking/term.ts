import type { SearchIndex } from '../search-index.ts'
import { countTools, findPosting, impactScale, type Segment } from '../segment.ts'

/** A word that is looked up in an index, and its position in each segment. */
export type Term = {
  word: string
  /** What an occurrence of full impact adds to a score. */
  weight: number
  /** How well the word distinguishes tools: high for rare words. */
  rarity: number
  /** The number of tools with the word, removed ones included. */
  documents: number
  /** The largest score it can add. */
  most: number
  /** Its position in the words of each segment; -1 where it does not occur. */
  wordPositions: Int32Array
}

/**
 * The term of a word, with its rarity as weight; undefined when no tool has the word. `words` are
 * the positions of the words of each segment.
 */
export const toTerm = (
  { segments, size }: SearchIndex,
  words: readonly ReadonlyMap<string, number>[],
  word: string,
): Term | undefined => {
  let documents = 0
  let peak = 0
  const wordPositions = new Int32Array(segments.length).fill(-1)
  for (let at = 0; at < segments.length; at++) {
    const wordPosition = words[at]?.get(word)
    const segment = segments[at]?.segment
    if (wordPosition === undefined || !segment) continue
    wordPositions[at] = wordPosition
    documents += countTools(segment, wordPosition)
    peak = Math.max(peak, segment.peaks[wordPosition] ?? 0)
  }
  if (documents === 0) return undefined
  const rarity = Math.log(1 + (Math.max(size - documents, 0) + 0.5) / (documents + 0.5))
  return {
    word,
    weight: rarity,
    rarity,
    documents,
    most: rarity * (peak / impactScale),
    wordPositions,
  }
}

/** A term that counts this share of what it would. */
export const scaleTerm = (term: Term, share: number): Term => ({
  ...term,
  weight: term.weight * share,
  most: term.most * share,
})

/** The impact of a word in a tool: 0 when it does not occur, at most 1. */
export const impactOf = (segment: Segment, wordPosition: number, tool: number): number => {
  const posting = wordPosition < 0 ? -1 : findPosting(segment, wordPosition, tool)
  return posting < 0 ? 0 : (segment.impacts[posting] ?? 0) / impactScale
}
