import type { FailureRule } from '../../../contract/recipe/answers.ts'
import { quote } from '../../platform/quote.ts'
import { matchesAll, selectPath, type MatchableResponse } from '../../third-party/index.ts'

/** What a toolkit's rules say of an answer that is a failure. */
export type Failure = {
  /** Quoted, as a third party wrote it. */
  message: string | undefined
  code: string | undefined
  /** The credential is no longer accepted: the user has to connect the account again. */
  reconnect: boolean
}

/** The failure that the first matching rule sees in an answer. */
export const findFailure = (
  rules: readonly FailureRule[],
  answer: MatchableResponse,
): Failure | undefined => {
  const rule = rules.find(({ when }) => matchesAll(when, answer))
  if (!rule) return undefined
  const { message, code, reconnect } = rule
  return {
    message: message === undefined ? undefined : toText(selectPath(answer.body, message)),
    code: code === undefined ? undefined : toText(selectPath(answer.body, code)),
    reconnect: typeof reconnect === 'boolean' ? reconnect : matchesAll(reconnect, answer),
  }
}

const longest = 500

/** `: "message" (code "code")`, or nothing. */
export const describeFailure = ({ message, code }: Pick<Failure, 'message' | 'code'>): string => {
  if (message === undefined) return code === undefined ? '' : `: ${quote(code, longest)}`
  const isRepeated = code === undefined || message.includes(code)
  return `: ${quote(message, longest)}${isRepeated ? '' : ` (code ${quote(code, longest)})`}`
}

const toText = (value: unknown): string | undefined => {
  const text =
    typeof value === 'string'
      ? value
      : value === undefined || value === null
        ? ''
        : JSON.stringify(value).slice(0, 2 * longest)
  return text.trim() === '' ? undefined : text
}
