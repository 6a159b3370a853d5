import type { SearchIndex } from '../search-index.ts'
import { countTools, findPosting, findWord, impactScale, type Segment } from '../segment.ts'

/** A word that is looked up in an index, and where it stands there. */
export type Term = {
  word: string
  /** What an occurrence of full impact adds to a score. */
  weight: number
  /** How well the word tells tools apart: high for rare ones. */
  rarity: number
  /** Tools that have it; removed ones still count. */
  documents: number
  /** The largest score it can add. */
  most: number
  /** Its position in the words of each segment. */
  places: readonly (number | undefined)[]
}

/** The term of a word of such weight; undefined where no tool has it. */
export const toTerm = (index: SearchIndex, word: string, weight: number): Term | undefined => {
  let documents = 0
  let peak = 0
  const places = index.segments.map(({ segment }) => {
    const place = findWord(segment, word)
    if (place === undefined) return undefined
    documents += countTools(segment, place)
    peak = Math.max(peak, segment.peaks[place] ?? 0)
    return place
  })
  if (documents === 0) return undefined
  const rarity = Math.log(1 + (Math.max(index.size - documents, 0) + 0.5) / (documents + 0.5))
  return {
    word,
    weight: weight * rarity,
    rarity,
    documents,
    most: weight * rarity * (peak / impactScale),
    places,
  }
}

/** What a word counts in a tool: 0 where it does not occur, at most 1. */
export const impactOf = (segment: Segment, place: number | undefined, tool: number): number => {
  const posting = place === undefined ? -1 : findPosting(segment, place, tool)
  return posting < 0 ? 0 : (segment.impacts[posting] ?? 0) / impactScale
}
