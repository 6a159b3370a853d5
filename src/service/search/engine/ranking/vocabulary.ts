import { useCasesBit } from '../fields.ts'
import type { SearchIndex } from '../search-index.ts'
import { wordsOf, type PlacedSegment } from '../segment.ts'
import { findSpellings } from './find-spellings.ts'
import { keepByWord } from './keep-by-word.ts'
import { toTerm, type Term } from './term.ts'

/** What an index knows of words, each looked up once: requests mostly have the same ones. */
export type Vocabulary = {
  /** The term of a word with its own rarity as weight; undefined when no tool has the word. */
  find: (word: string) => Term | undefined
  /** The words that a mistyped one may stand for. */
  spell: (word: string) => readonly string[]
  /**
   * How many tools say a word themselves. Use cases do not count: with those of its own tools, a
   * toolkit could make the name of another one a common word.
   */
  countSaying: (word: string) => number
}

/**
 * So many words are kept: no more than the index has tools, and fewer where each has a place in
 * many segments.
 */
const mostWords = 4096
const mostPositions = 131_072

const vocabularies = new WeakMap<SearchIndex['segments'], Vocabulary>()

/** The vocabulary of an index, which lasts as long as the index; each change makes another one. */
export const vocabularyOf = (index: SearchIndex): Vocabulary => {
  const known = vocabularies.get(index.segments)
  if (known) return known
  const made = createVocabulary(index)
  vocabularies.set(index.segments, made)
  return made
}

const createVocabulary = (index: SearchIndex): Vocabulary => {
  const { size, segments } = index
  const words = segments.map(({ segment }) => wordsOf(segment))
  const kept = Math.min(mostWords, size, Math.ceil(mostPositions / Math.max(1, segments.length)))
  const find = keepByWord(kept, (word) => toTerm(index, words, word))
  return {
    find,
    spell: keepByWord(kept, (word) => findSpellings(index, word)),
    countSaying: keepByWord(kept, (word) => countSaying(segments, find(word))),
  }
}

const countSaying = (segments: readonly PlacedSegment[], term: Term | undefined): number => {
  let count = 0
  for (const [at, place] of (term?.wordPositions ?? []).entries()) {
    const segment = segments[at]?.segment
    if (!segment || place < 0) continue
    const end = segment.starts[place + 1] ?? 0
    for (let posting = segment.starts[place] ?? 0; posting < end; posting++)
      if ((segment.fields[posting] ?? 0) & ~useCasesBit) count++
  }
  return count
}
