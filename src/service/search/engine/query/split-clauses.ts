import { splitWords } from '../words/split-words.ts'
import { toStem } from '../words/stem.ts'
import { actionBits } from './actions.ts'
import { readAction } from './read-action.ts'
import { stopWords } from './stop-words.ts'

/** Between sentences, and at words that begin a next step. */
const seam =
  /(?<=[.?!;。？！；])\s*(?=\S)|\n+|,\s*(?:and|then|also|finally|lastly)\b|\b(?:and then|after that|as well as|along with|and also|additionally|furthermore|moreover|finally|lastly)\b/iu

/** Longer use cases are mostly pasted data; tools are needed for their first steps. */
export const mostClauses = 8

/**
 * The steps of a use case, such as "find the flight" and "book a hotel"; a simple one is a single
 * step.
 */
export const splitClauses = (useCase: string): string[] =>
  useCase
    .split(seam)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')

/** A next step begins with a verb: "find the invoice and send it". */
const joint =
  /(?:,\s*(?:and\s+|then\s+)?|\s(?:and|then|&|\+)\s+(?:then\s+)?)(?=([\p{L}-]+)\s+(\S+))/giu

/** What stands after a verb that may be a noun as well: "and text the link to me". */
const afterVerb =
  /^(?:a|an|the|my|our|your|his|her|its|their|this|that|these|those|it|them|him|me|us|all|every|everyone|everybody|each)\b/i

/** Words that may stand before a determiner and are no verbs. */
const noVerbs =
  /^(?:into|onto|under|over|between|after|before|without|since|until|during|per|via|within|against|through|like|unlike|plus|maybe|perhaps|whether|because|while|though)$/i

/** Longer requests are mostly pasted data. */
const mostSteps = 5

const fewestWords = 2

/**
 * The steps of a request that asks for several things, each of which begins with a verb; empty for
 * one that asks for a single one.
 */
export const splitSteps = (useCase: string): string[] => {
  const steps = splitClauses(useCase)
    .flatMap((clause) => {
      const cuts = [...clause.matchAll(joint)].filter(([, word = '', next = '']) =>
        beginsStep(word, next),
      )
      const starts = [0, ...cuts.map((match) => match.index + match[0].length)]
      const ends = [...cuts.map((match) => match.index), clause.length]
      return starts.map((start, at) => clause.slice(start, ends[at]).trim())
    })
    .filter((step) => splitWords(step).length >= fewestWords && isStep(step))
  return steps.length > 1 ? steps.slice(0, mostSteps) : []
}

const isStep = (step: string): boolean => {
  const [first = '', second = ''] = step.split(/\s+/, 2)
  return readAction(step) !== 0 || beginsStep(first, second)
}

/** Not as one asks for something: "needs the list", "looking at them". */
const inflected = /[^s]s$|[a-z]{3,}ing$/

const beginsStep = (word: string, next: string): boolean =>
  !inflected.test(word) &&
  (actionBits(toStem(word)) !== 0 ||
    (afterVerb.test(next) && !noVerbs.test(word) && !stopWords.has(toStem(word))))
