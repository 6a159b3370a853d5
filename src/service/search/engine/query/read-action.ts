import { actionBits, reading } from './actions.ts'
import { toStem } from '../words/stem.ts'

const questions =
  /^(?:what|which|who|whose|whom|where|when|why|how|is|are|was|were|do|does|did|has|have|had|am|any|will)\b/i

/** How people begin a request before they come to the point. */
const preamble =
  /^(?:(?:please|pls|hey|hi|hello|ok|okay|so|and|then|now|also|just|finally|lastly|next|first|afterwards|kindly|quickly|let's|lets|let us|go ahead and|make sure to|try to|help me(?: to)?|(?:can|could|would|will) (?:you|we|i)|are you able to|i(?:'d| would) (?:like|love)(?: you)? to|i(?:'m| am) (?:trying|looking|going) to|i (?:want|need|have|wish)(?: you)? to|we (?:want|need|have) to|i need|i want)\b[\s,:]*)+/i

/** "Check when I am free" asks a question; what comes before it names no action. */
const asking =
  /\b(?:see|check|find out|look up|tell me|show me|let me know|say|know|ask)\s+(?=(?:who|what|when|where|which|how|if|whether)\b)/gi

export const withoutAsking = (text: string): string => text.replaceAll(asking, '')

export const withoutPreamble = (clause: string): string => clause.trim().replace(preamble, '')

export const isQuestion = (clause: string): boolean =>
  questions.test(clause) && !/^(?:do|have)\s+(?:a|the|it|this)\b/i.test(clause)

/** Which kind of action a request asks for: bits of `actions.ts`; 0 where it does not say. */
export const readAction = (clause: string): number => {
  const text = withoutPreamble(clause)
  if (isQuestion(text)) return reading
  const first = /^[\p{L}-]+/u.exec(text)?.[0]
  if (first === undefined) return 0
  return actionBits(toStem(first))
}
