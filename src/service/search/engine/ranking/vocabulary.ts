import type { SearchIndex } from '../search-index.ts'
import { wordsOf } from '../segment.ts'
import { findSpellings } from './find-spellings.ts'
import { toTerm, type Term } from './term.ts'

/** The words of an index during one search, which looks each up only once. */
export type Vocabulary = {
  /** The term of a word with its own rarity as weight; undefined when no tool has the word. */
  find: (word: string) => Term | undefined
  /** The words that a mistyped one may stand for. */
  spell: (word: string) => readonly string[]
}

export const createVocabulary = (index: SearchIndex): Vocabulary => {
  const words = index.segments.map(({ segment }) => wordsOf(segment))
  const terms = new Map<string, Term | undefined>()
  const spellings = new Map<string, readonly string[]>()
  return {
    find: (word) => {
      const known = terms.get(word)
      if (known !== undefined || terms.has(word)) return known
      const found = toTerm(index, words, word)
      terms.set(word, found)
      return found
    },
    spell: (word) => {
      const known = spellings.get(word) ?? findSpellings(index, word)
      spellings.set(word, known)
      return known
    },
  }
}
