import { splitWords } from '../words/split-words.ts'
import { idioms } from './idioms.ts'
import { phrasalVerbs, synonyms } from './synonyms.ts'

/** Words that a phrase of a request implies: "get rid of" is "delete". */
export type PhraseHint = {
  heads: readonly string[]
  words: readonly string[]
  isVerb: boolean
  /** How surely, up to 1; default: 1. */
  weight?: number
}

type Phrase = PhraseHint & {
  /** The last words may follow some words later: "throw … away". */
  particle: readonly string[]
  start: readonly string[]
}

/** How many words may stand within a phrase. */
const widestGap = 5

const articles = new Set(
  splitWords('a an the my our your his her their this that these those some any of'),
)

const phrases = new Map<string, Phrase[]>()

const add = (said: string, meant: string, isVerb: boolean): void => {
  const [start = [], particle = []] = said
    .split('…')
    .map((part) => splitWords(part).filter((word) => !articles.has(word)))
  const [first] = start
  if (first === undefined || start.length + particle.length < 2) return
  const phrase = {
    start,
    particle,
    heads: splitWords(meant),
    words: [...start, ...particle],
    isVerb,
  }
  phrases.set(first, [...(phrases.get(first) ?? []), phrase])
}

for (const [said, meant] of phrasalVerbs) add(said, meant, true)
for (const [meant, said] of idioms) for (const one of said) add(one, meant, true)
for (const [heads, said] of synonyms) for (const one of said.split(', ')) add(one, heads, false)

/** The phrases in a text of these words. */
export const findPhrases = (tokens: readonly string[]): PhraseHint[] => {
  const words = tokens.filter((word) => !articles.has(word))
  const found: PhraseHint[] = []
  for (const [at, word] of words.entries())
    for (const phrase of phrases.get(word) ?? []) if (matches(words, at, phrase)) found.push(phrase)
  return found
}

const matches = (words: readonly string[], at: number, { start, particle }: Phrase): boolean => {
  if (!start.every((word, offset) => words[at + offset] === word)) return false
  if (particle.length === 0) return true
  for (let gap = 0; gap <= widestGap; gap++) {
    const from = at + start.length + gap
    if (particle.every((word, offset) => words[from + offset] === word)) return true
  }
  return false
}
