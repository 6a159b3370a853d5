import { expandWord } from '../query/expansions.ts'
import type { Query } from '../query/read-query.ts'
import { scaleTerm, type Term } from './term.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A query resolved against the words of an index. */
export type Plan = {
  terms: readonly Term[]
  /** The terms of each step and their weights there. */
  clauses: readonly (readonly ClauseTerm[])[]
  /** For each term, the words of the use case that it stands for. */
  reasons: ReadonlyMap<string, readonly string[]>
  /** The words of the use case that were taken for mistyped. */
  corrected: ReadonlySet<string>
}

/**
 * Expansions that add less than this share of the strongest word are left out: they take time and
 * hardly change a rank.
 */
const faint = 0.1

export type ClauseTerm = { at: number; weight: number }

/** A phrase means what it implies as surely as the word itself would. */
const phraseWeight = 1

/** The correction of a mistyped word is a guess. */
const spellingWeight = 0.8

/**
 * Mistyped words are looked up one by one; a use case full of names has many unknown words that are
 * not mistyped.
 */
const mostSpellings = 12

/** Expands the words of a query. */
export const planTerms = (vocabulary: Vocabulary, query: Query): Plan => {
  const { find: lookUp } = vocabulary
  const spellings = new Map<string, readonly string[]>()
  const spell = (word: string): readonly string[] => {
    const known =
      spellings.get(word) ?? (spellings.size < mostSpellings ? vocabulary.spell(word) : [])
    spellings.set(word, known)
    return known
  }
  const reasons = new Map<string, string[]>()

  /**
   * Several words that imply the same topic strengthen each other, but never exceed the weight of
   * the word itself.
   */
  const expand = ({ words, phrases }: Pick<Query, 'words' | 'phrases'>): Map<string, number> => {
    const hints = new Map<string, number>()
    const hint = (word: string, reason: string, weight: number) => {
      const target = lookUp(word)
      if (!target) return
      // A rare word must not count more than the one that it is looked up for.
      const bound = Math.min(1, (lookUp(reason)?.rarity ?? target.rarity) / target.rarity)
      const own = Math.min(weight, 1) * bound
      hints.set(word, 1 - (1 - (hints.get(word) ?? 0)) * (1 - own))
      const known = reasons.get(word) ?? []
      if (!known.includes(reason)) reasons.set(word, [...known, reason])
    }
    for (const { heads, words: said } of phrases)
      for (const head of heads) for (const reason of said) hint(head, reason, phraseWeight)
    for (const [word, weight] of words) {
      const isKnown = lookUp(word) !== undefined
      const others = [...expandWord(word)]
      for (const other of others)
        hint(other.word, word, weight * (isKnown ? other.weight : other.alone))
      if (!isKnown && others.length === 0)
        for (const spelling of spell(word)) hint(spelling, word, weight * spellingWeight)
    }
    return new Map([...hints, ...[...words].filter(([word]) => lookUp(word))])
  }

  const whole = expand(query)
  const found = [...whole].flatMap(([word, weight]) => {
    const term = lookUp(word)
    return term ? [scaleTerm(term, weight)] : []
  })
  const strongest = found.reduce((most, term) => Math.max(most, term.most), 0)
  const terms = found.filter(({ word, most }) => query.words.has(word) || most >= faint * strongest)
  const clauses = query.clauses.map((clause) => {
    const weights = expand(clause)
    return terms.flatMap(({ word, rarity }, at) => {
      const weight = (weights.get(word) ?? 0) * rarity
      return weight > 0 ? [{ at, weight }] : []
    })
  })
  const corrected = new Set(
    [...spellings].flatMap(([word, found]) => (found.length > 0 ? [word] : [])),
  )
  return { terms, clauses, reasons, corrected }
}
