import type { z } from 'zod'
import type { CaseRun, EvalCase, EvalMessage, ModelUsage } from './types.ts'

/** A model that takes part in an evaluation, as a judge or as the user, and answers with JSON. */
export type AskModel = (
  question: EvalCase,
) => Promise<Pick<CaseRun, 'error' | 'text' | 'model' | 'usage'>>

type Question<Answer> = {
  /** Names the question in errors. */
  id: string
  messages: EvalMessage[]
  answer: z.ZodType<Answer>
  /** Told what the model used, also if its answer is of no use. */
  onUsage: (used: ModelUsage) => void
}

/** Asks a model once. Throws if it cannot be asked, or answers in another form. */
export const askEvaluator = async <Answer>(
  ask: AskModel,
  { id, messages, answer, onUsage }: Question<Answer>,
): Promise<Answer> => {
  const { error, text, model, usage } = await ask({ id, messages, tools: [], expect: {} })
  if (model !== undefined) onUsage({ model, usage })
  if (error) throw new Error(error.message)
  return answer.parse(readJson(text))
}

/** Models like to wrap JSON in a code block. */
const readJson = (text: string): unknown => {
  const [, block] = /^\s*```(?:json)?\s*\n([^]*?)\n\s*```\s*$/.exec(text) ?? []
  try {
    return JSON.parse(block ?? text)
  } catch (cause) {
    throw new Error(`The model did not answer with JSON: ${text.slice(0, 200)}`, { cause })
  }
}

/** Truncates what an evaluator is shown. */
export const shorten = (text = ''): string =>
  text.length <= textLength
    ? text
    : `${text.slice(0, textLength)}… (${text.length - textLength} more characters)`

const textLength = 4000
