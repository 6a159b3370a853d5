import { splitWords } from '../words/split-words.ts'
import { stopWords, politeWords } from './stop-words.ts'
import { mostClauses, splitClauses } from './split-clauses.ts'

/** A parsed use case, independent of any catalogue. */
export type Query = {
  /** The weight of each word, in order of appearance. */
  words: ReadonlyMap<string, number>
  /** The words of each step of a use case with several steps; empty for a single step. */
  clauses: readonly ReadonlyMap<string, number>[]
  /** Adjacent words. */
  pairs: readonly (readonly [first: string, second: string])[]
}

/** Nobody describes a task in a longer text; the rest is data. */
const longestUseCase = 10_000

/** Limit of distinct words that are looked up. */
const mostWords = 60

const politeWeight = 0.2

/** The name of a known field is weighted like a parameter's name; its value is ignored. */
const knownFieldWeight = 0.4

/** How much repetition adds to a word's weight; a use case says "user" five times and means one. */
const repetition = 0.3

export const readQuery = (useCase: string, knownFields = ''): Query => {
  const text = useCase.slice(0, longestUseCase)
  const order = splitWords(text).filter((word) => !stopWords.has(word))
  const words = weighWords(order)
  for (const word of knownFieldWords(knownFields))
    if (!words.has(word)) words.set(word, knownFieldWeight)
  const clauses = splitClauses(text)
    .map((clause) => weighWords(splitWords(clause).filter((word) => !stopWords.has(word))))
    .filter(({ size }) => size >= 2)
  return {
    words,
    clauses: clauses.length > 1 ? clauses.slice(0, mostClauses) : [],
    pairs: pairsOf(order),
  }
}

/** The distinct words of a use case that can distinguish tools, in order, as indexed. */
export const toQueryWords = (useCase: string): string[] => [...readQuery(useCase).words.keys()]

const weighWords = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) {
    if (counts.size < mostWords || counts.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return new Map(
    [...counts].map(([word, count]) => [
      word,
      (politeWords.has(word) ? politeWeight : 1) * (1 + repetition * Math.log(count)),
    ]),
  )
}

const knownFieldWords = (knownFields: string): string[] =>
  knownFields
    .slice(0, longestUseCase)
    .split(/[,;\n]/)
    .flatMap((field) => splitWords(field.split(/[:=]/, 1)[0] ?? ''))
    .filter((word) => !stopWords.has(word))
    .slice(0, mostWords)

const pairsOf = (words: readonly string[]): [string, string][] => {
  const pairs: [string, string][] = []
  for (const [index, word] of words.slice(0, 3 * mostWords).entries()) {
    const before = words[index - 1]
    if (before !== undefined && before !== word) pairs.push([before, word])
  }
  return pairs
}
