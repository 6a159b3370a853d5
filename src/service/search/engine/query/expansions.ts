import { splitWords } from '../words/split-words.ts'
import { actionBits } from './actions.ts'
import { abbreviations } from './abbreviations.ts'
import { synonyms, verbSynonyms } from './synonyms.ts'
import { topics } from './topics/index.ts'

/** A word that is looked up in addition to a word of the use case. */
type Expansion = {
  word: string
  /** Its weight relative to the original word. */
  weight: number
  /** Its weight when no tool has the original word: then it is the only match. */
  alone: number
}

const synonym = { weight: 0.7, alone: 0.8 }
const topic = { weight: 0.2, alone: 0.4 }
const abbreviation = { weight: 0.7, alone: 1 }

const expansions = new Map<string, Map<string, Expansion>>()
const known = new Set<string>()

/** The expansions of a word. */
export const expandWord = (word: string): Iterable<Expansion> =>
  expansions.get(word)?.values() ?? []

/** Whether the tables, which are English, have the word. */
export const isKnown = (word: string): boolean => known.has(word)

const add = (from: string, to: string, weights: Omit<Expansion, 'word'>): void => {
  known.add(from).add(to)
  if (from === to) return
  const others = expansions.get(from) ?? new Map<string, Expansion>()
  if (!others.has(to)) others.set(to, { word: to, ...weights })
  expansions.set(from, others)
}

const addAll = (from: string, to: string, weights: Omit<Expansion, 'word'>): void => {
  for (const word of splitWords(from)) for (const other of splitWords(to)) add(word, other, weights)
}

/** A topic is no action: bread is on a shopping list, and does not ask to list. */
const isThing = (word: string): boolean => splitWords(word).every((one) => actionBits(one) === 0)

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
for (const [heads, words] of topics)
  addAll(words, heads.split(' ').filter(isThing).join(' '), topic)
for (const members of verbSynonyms) addAll(members, members, synonym)
