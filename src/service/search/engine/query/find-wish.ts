import { readAction } from './read-action.ts'

/** Shorter requests tell no story. */
const leastWords = 25

/** Longer texts are data. */
const mostSentences = 40

const sentenceEnd = /(?<=[.?!;:])\s+|\n+/

/** How people say that something is to be done. */
const wishes =
  /\b(?:please|pls|(?:can|could|would|will) (?:you|we|i)|(?:i|we)(?:'d| would) (?:like|love|rather|prefer)|(?:i|we) (?:want|need|wish)|(?:what|all) i need|let's|make sure|see to it|take care|should|must|ha(?:s|ve) to|needs? to|how (?:do|can) (?:i|we))\b/i

/** "Just make it bigger" */
const lead = /^(?:(?:so|now|then|and|but|just|instead|therefore|hence|simply)[\s,]+)+/i

/**
 * The sentences of a long request that ask for something, without the story around them; undefined
 * where there is none.
 */
export const findWish = (text: string): string | undefined => {
  if (text.split(/\s+/, leastWords).length < leastWords) return undefined
  const sentences = text.split(sentenceEnd, mostSentences)
  const asked = sentences.filter((sentence) => isWish(sentence.trim()))
  return asked.length === 0 || asked.length === sentences.length ? undefined : asked.join(' ')
}

const isWish = (sentence: string): boolean =>
  wishes.test(sentence) || readAction(sentence.replace(lead, '')) !== 0
