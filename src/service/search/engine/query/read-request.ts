import { actionBits, creating, doing, listing, reading } from './actions.ts'
import { findPhrases } from './phrases.ts'
import { isQuestion, withoutPreamble } from './read-action.ts'
import { readObject, type ActionObject } from './read-object.ts'
import { splitWords, toRawWords } from '../words/split-words.ts'
import { toStem } from '../words/stem.ts'

/** What a request asks to do, and to what. */
export type Wanted = {
  /** The kinds of action, bits of `actions.ts`; 0 where it does not say. */
  action: number
  object?: ActionObject
  /** Its verb, as indexed: who wants to "fork a repository" may create a fork. */
  verb?: string
  /** What was done to things that it asks for: "booked" in "which rooms were booked". */
  done?: readonly string[]
}

/** Later words tell a story or are data. */
const longestStart = 400

const mostClauses = 4

/** After a verb that is a noun as well: "mail from Ada", "the log of the build". */
const afterNoun = new Set(['of', 'from', 'in', 'for', 'about', 'with', 'between', 'by', 'since'])

const determiner =
  /^(?:a|an|the|my|our|your|his|her|its|their|this|that|these|those|all|new|another|every)$/

/** A longer clause is a sentence. */
const longestNoun = 12

const participle =
  /ed$|^(?:sent|paid|made|written|given|taken|sold|bought|built|done|held|kept|left|lost|put|run|set|shown|begun|drawn)$/

const auxiliary =
  /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|may|might|i|we|he|she|they|you|it)$/

export const readWanted = (text: string): Wanted => {
  const clauses = text
    .slice(0, longestStart)
    .split(/[.;:!\n]\s|,\s/)
    .slice(0, mostClauses)
    .map(readClause)
  return (
    clauses.find(({ action }) => action !== 0) ??
    clauses.find(({ object }) => object) ?? { action: 0 }
  )
}

const readClause = (clause: string): Wanted => {
  const text = withoutPreamble(clause)
  const words = withoutName(toRawWords(text))
  if (isQuestion(text))
    return {
      ...toWanted(reading, readObject(words, 0)),
      done: words.filter((word) => participle.test(word)).map((word) => toStem(word)),
    }
  const [first = '', second = ''] = words
  const particle = findPhrases(splitWords(text).slice(0, 9)).find(
    ({ isVerb, words: said }) => isVerb && said[0] === toStem(first),
  )
  if (particle) return toWanted(bitsOf(particle.heads), readObject(words, 1))
  const kinds = actionBits(toStem(first))
  if (kinds !== 0 && !/[^s]s$|ed$/.test(first) && !afterNoun.has(second)) {
    const isGift = (first === 'give' || first === 'hand') && !/^(?:me|us)$/.test(second)
    return { ...toWanted(isGift ? creating : kinds, readObject(words, 1)), verb: toStem(first) }
  }
  const object = readObject(words, 0)
  const verb = /[^s]s$/.test(first) ? undefined : { verb: toStem(first) }
  if (!object) return { action: 0, ...verb }
  // "refund the payment": a verb that is not in the table.
  if (determiner.test(second)) return { action: doing, object, ...verb }
  const isNoun = determiner.test(first) || object.isPlural
  if (!isNoun || auxiliary.test(words[object.end] ?? '') || words.length > longestNoun)
    return { action: 0, object, ...verb }
  return toWanted(object.isIndefinite && !object.isPlural ? creating : reading, object)
}

/** Verbs that are hardly ever nouns or parts of a name. */
const plainVerbs = new Set(
  `create add delete remove update edit modify change get list fetch retrieve read find search send show upload download cancel assign move
  rename close merge invite`.split(/\s+/),
)

const mostNameWords = 3

/** "Tracker create an issue" begins with the name of a toolkit. */
const withoutName = (words: string[]): string[] => {
  if (actionBits(toStem(words[0] ?? '')) !== 0 || determiner.test(words[0] ?? '')) return words
  const start = words.findIndex((word) => plainVerbs.has(word))
  return start > 0 && start <= mostNameWords && start < words.length - 1
    ? words.slice(start)
    : words
}

const bitsOf = (words: readonly string[]): number =>
  words.reduce((bits, word) => bits | actionBits(word), 0)

/** Of several things one wants a list, of a single one that one. */
const toWanted = (action: number, object: ActionObject | undefined): Wanted => ({
  action: object && action & reading ? narrow(action, object) : action,
  ...(object && { object }),
})

const narrow = (action: number, { isPlural }: ActionObject): number =>
  isPlural ? (action & ~listing.get) | listing.list : action
