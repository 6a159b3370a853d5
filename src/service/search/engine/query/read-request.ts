import { actionBits, creating, listing, reading } from './actions.ts'
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
  const words = toRawWords(text)
  if (isQuestion(text)) return toWanted(reading, readObject(words, 0))
  const [first = '', second = ''] = words
  const particle = findPhrases(splitWords(text).slice(0, 9)).find(
    ({ isVerb, words: said }) => isVerb && said[0] === toStem(first),
  )
  if (particle) return toWanted(bitsOf(particle.heads), readObject(words, 1))
  const verb = actionBits(toStem(first))
  if (verb !== 0 && !/[^s]s$|ed$/.test(first) && !afterNoun.has(second)) {
    const isGift = (first === 'give' || first === 'hand') && !/^(?:me|us)$/.test(second)
    return toWanted(isGift ? creating : verb, readObject(words, 1))
  }
  const object = readObject(words, 0)
  if (!object) return { action: 0 }
  // "refund the payment": a verb that is not in the table.
  if (determiner.test(second)) return { action: 0, object }
  const isNoun = determiner.test(first) || object.isPlural
  if (!isNoun || auxiliary.test(words[object.end] ?? '') || words.length > longestNoun)
    return { action: 0, object }
  return toWanted(object.isIndefinite && !object.isPlural ? creating : reading, object)
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
