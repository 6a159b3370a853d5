import { splitWords } from '../words/split-words.ts'
import { findPhrases } from './phrases.ts'
import { readAction } from './read-action.ts'

/** A shorter request tells no story. */
const fewestWords = 18

/** Longer texts are pasted data; nobody comes to the point after so many clauses. */
const mostClauses = 24

/** Each is ranked on its own, which takes time. */
const mostWishes = 4

/** A clause of fewer words does not stand for itself. */
const fewestOfClause = 4

const sentence = /(?<=[.?!;。？！；])\s*(?=\S)|\n+/u

/**
 * Where a sentence passes from what happened to what is wanted, or to why. A run of spaces is tried
 * from its beginning only, or its time would grow with the square of its length.
 */
const joint =
  /,\s+|(?<!\s)\s+(?=(?:so that|because|although|even though|while|whereas|since|so (?:i|we|he|she|they)|but (?:i|we|he|she|they)|and (?:i|we|he|she|they)|and please|so please)\b)/iu

/** Clauses that say why or what for. */
const reason = /^(?:so that|because|although|even though|whereas)\b/i

/** What a message is to say is data of the task, like a quotation. */
const content =
  /\b(?:say|says|saying|tell|telling|write|writing|answer|reply|respond|text|message|mail|email|note|remark|comment|announce|post|inform|remind|know)\b[^.?!;,]{0,60}?\b(that (?:i|we|he|she|they|it|there|the|our|my|your|his|her|their|a|an|all|no)\b[^,.?!;]*)/giu

/** What happened or is so has a subject and a finite verb. */
const story =
  /\b(?:i|we|he|she|they|it|there|is|are|was|were|has|have|had|did|does|will|would|\p{L}{3,20}ed)\b/iu

/** How people say that they want something done. */
const wish =
  /\b(?:please|kindly|(?:can|could|would|will) (?:you|we|i)|(?:would|'d) (?:like|love|prefer)|(?:i|we|you|he|she|they|somebody|someone) (?:want|need|wish)s?|wants?|should|must|ought to|make sure|help me|let me)\b/i

/**
 * What a long request of a single step asks for, without the story around it: all its wishes
 * together, then each on its own. Empty for a short request, and for one that tells no story.
 * `words` are those of the request.
 */
export const splitWish = (request: string, words: readonly string[]): string[] => {
  if (words.length < fewestWords) return []
  const text = request.replaceAll(content, (all: string, said: string) =>
    all.slice(0, -said.length),
  )
  const clauses = text.split(sentence).flatMap(wishesOf).slice(0, mostClauses)
  const wishes = clauses.filter(({ isWish }) => isWish).map((clause) => clause.text)
  if (wishes.length === 0 || (wishes.length === clauses.length && text === request)) return []
  const own = wishes.filter((one) => splitWords(one).length >= fewestOfClause)
  return [...new Set([wishes.join('. '), ...own])].slice(0, mostWishes)
}

/** The clauses of a sentence; what follows a wish in it says more about that. */
const wishesOf = (text: string): { text: string; isWish: boolean }[] => {
  let isAsked = false
  return text
    .split(joint)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
    .map((clause) => {
      if (reason.test(clause)) return { text: clause, isWish: false }
      isAsked ||= asksFor(clause)
      return { text: clause, isWish: isAsked || !story.test(clause) }
    })
}

/** Whether it has a word of wishing, is a question, or begins with a verb. */
const asksFor = (clause: string): boolean => {
  if (wish.test(clause) || clause.endsWith('?') || readAction(clause) !== 0) return true
  const [first, ...next] = splitWords(clause)
  return (
    first !== undefined &&
    findPhrases([first, ...next].slice(0, 4)).some(
      ({ isVerb, words }) => isVerb && words[0] === first,
    )
  )
}
