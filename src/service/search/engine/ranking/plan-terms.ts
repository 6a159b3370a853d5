import type { Query } from '../query/read-query.ts'
import { scaleTerm, type Term } from './term.ts'
import { boundOf, type Vocabulary } from './vocabulary.ts'

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

/** A word that is looked up, and what it counts beside its rarity. */
type Weighed = { term: Term; weight: number }

/** Expands the words of a query. */
export const planTerms = (vocabulary: Vocabulary, query: Query): Plan => {
  const { find, imply } = vocabulary
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
  const expand = ({ words, phrases }: Pick<Query, 'words' | 'phrases'>): Map<string, Weighed> => {
    const found = new Map<string, Weighed>()
    const hint = (term: Term, reason: string, weight: number, bound: number) => {
      const known = found.get(term.word)
      const sum = 1 - (1 - (known?.weight ?? 0)) * (1 - Math.min(weight, 1) * bound)
      if (known) known.weight = sum
      else found.set(term.word, { term, weight: sum })
      const before = reasons.get(term.word)
      if (!before) reasons.set(term.word, [reason])
      else if (!before.includes(reason)) before.push(reason)
    }
    for (const { heads, words: said, weight = phraseWeight } of phrases)
      for (const head of heads) {
        const term = find(head)
        if (!term) continue
        for (const reason of said) hint(term, reason, weight, boundOf(term, find(reason)))
      }
    const own: Weighed[] = []
    for (const [word, weight] of words) {
      const { term, others, isExpanded } = imply(word)
      if (term) own.push({ term, weight })
      for (const other of others) hint(other.term, word, weight * other.weight, other.bound)
      if (term || isExpanded) continue
      for (const spelling of spell(word)) {
        const meant = find(spelling)
        if (meant) hint(meant, word, weight * spellingWeight, 1)
      }
    }
    for (const weighed of own) found.set(weighed.term.word, weighed)
    return found
  }

  const found = Array.from(expand(query).values(), ({ term, weight }) => scaleTerm(term, weight))
  const strongest = found.reduce((most, term) => Math.max(most, term.most), 0)
  const terms = found.filter(({ word, most }) => query.words.has(word) || most >= faint * strongest)
  const clauses = query.clauses.map((clause) => {
    const weights = expand(clause)
    return terms.flatMap(({ word, rarity }, at) => {
      const weight = (weights.get(word)?.weight ?? 0) * rarity
      return weight > 0 ? [{ at, weight }] : []
    })
  })
  const corrected = new Set(
    [...spellings].flatMap(([word, found]) => (found.length > 0 ? [word] : [])),
  )
  return { terms, clauses, reasons, corrected }
}
