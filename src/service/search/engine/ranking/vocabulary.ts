import { useCasesBit } from '../fields.ts'
import { expandWord } from '../query/expansions.ts'
import type { SearchIndex } from '../search-index.ts'
import { wordsOf, type PlacedSegment } from '../segment.ts'
import { findSpellings } from './find-spellings.ts'
import { keepByWord } from './keep-by-word.ts'
import { toTerm, type Term } from './term.ts'

/** What an index knows of words, each looked up once: requests mostly have the same ones. */
export type Vocabulary = {
  /** The term of a word with its own rarity as weight; undefined when no tool has the word. */
  find: (word: string) => Term | undefined
  /** What a word of a request stands for. */
  imply: (word: string) => Implied
  /** The words that a mistyped one may stand for. */
  spell: (word: string) => readonly string[]
  /**
   * How many tools say a word themselves. Use cases do not count: with those of its own tools, a
   * toolkit could make the name of another one a common word.
   */
  countSaying: (word: string) => number
}

/** A word's own term, undefined when no tool has it, and those of its expansions that tools have. */
export type Implied = {
  term: Term | undefined
  /** Whether it has expansions, in this index or not. */
  isExpanded: boolean
  others: readonly ImpliedTerm[]
}

type ImpliedTerm = {
  term: Term
  /** Its weight relative to the word. */
  weight: number
  /** The most that it counts: a rare word must not count more than the one it is looked up for. */
  bound: number
}

export const boundOf = (term: Term, reason: Term | undefined): number =>
  Math.min(1, (reason?.rarity ?? term.rarity) / term.rarity)

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
    imply: keepByWord(kept, (word) => imply(find, word)),
    spell: keepByWord(kept, (word) => findSpellings(index, word)),
    countSaying: keepByWord(kept, (word) => countSaying(segments, find(word))),
  }
}

const imply = (find: Vocabulary['find'], word: string): Implied => {
  const term = find(word)
  const expansions = [...expandWord(word)]
  const others = expansions.flatMap((other): ImpliedTerm[] => {
    const meant = find(other.word)
    return meant
      ? [
          {
            term: meant,
            weight: term ? other.weight : other.alone,
            bound: boundOf(meant, term),
          },
        ]
      : []
  })
  return { term, isExpanded: expansions.length > 0, others }
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
