import { splitWords } from '../words/split-words.ts'
import { abbreviations } from './abbreviations.ts'
import { synonyms, verbSynonyms } from './synonyms.ts'
import { topics } from './topics.ts'

/** A word that is looked up in addition to a word of the use case. */
type Expansion = {
  word: string
  /** Its weight relative to the original word. */
  weight: number
  /** Its weight when no tool has the original word: then it is the only match. */
  alone: number
}

const synonym = { weight: 0.7, alone: 0.8 }
const topic = { weight: 0.35, alone: 0.7 }
const abbreviation = { weight: 0.7, alone: 1 }

const expansions = new Map<string, Map<string, Expansion>>()

/** The expansions of a word. */
export const expandWord = (word: string): Iterable<Expansion> =>
  expansions.get(word)?.values() ?? []

const add = (from: string, to: string, weights: Omit<Expansion, 'word'>): void => {
  if (from === to) return
  const known = expansions.get(from) ?? new Map<string, Expansion>()
  if (!known.has(to)) known.set(to, { word: to, ...weights })
  expansions.set(from, known)
}

const addAll = (from: string, to: string, weights: Omit<Expansion, 'word'>): void => {
  for (const word of splitWords(from)) for (const other of splitWords(to)) add(word, other, weights)
}

for (const [short, long] of abbreviations) {
  // Only the whole of `k8s` is an abbreviation.
  const whole = splitWords(short).at(-1) ?? short
  addAll(whole, long, abbreviation)
}
for (const [heads, said] of synonyms)
  for (const one of said.split(', ')) {
    const words = splitWords(one)
    if (words.length === 1 || !/[\s-]/.test(one)) addAll(one, heads, synonym)
  }
for (const [heads, words] of topics) addAll(words, heads, topic)
for (const members of verbSynonyms) addAll(members, members, synonym)
