import { z } from 'zod'

const call = z.strictObject({ id: z.string(), tool: z.string(), arguments: z.string() })

const piece = z.strictObject({
  /** Since the request was sent. */
  ms: z.number(),
  text: z.string().optional(),
  /** A part of the call at this place; id and name come with its first one. */
  call: z
    .strictObject({
      index: z.number().int().min(0),
      id: z.string().optional(),
      tool: z.string().optional(),
      arguments: z.string(),
    })
    .optional(),
})

/**
 * What a model answers, whatever the framework: the whole of it and, where it was streamed, the
 * pieces in which it came.
 */
export const modelAnswer = z.strictObject({
  text: z.string(),
  /** With their arguments as the very text that the model wrote. */
  calls: z.array(call),
  finish: z.enum(['stop', 'tool-calls', 'length', 'content-filter', 'other']),
  usage: z.strictObject({
    inputTokens: z.number(),
    outputTokens: z.number(),
    cachedInputTokens: z.number().optional(),
  }),
  ms: z.number(),
  pieces: z.array(piece).optional(),
})

export type ModelAnswer = z.infer<typeof modelAnswer>
export type AnswerPiece = z.infer<typeof piece>
export type AnsweredCall = z.infer<typeof call>

/** The pieces of an answer; one for each of its parts where it came at once. */
export const toPieces = ({ text, calls, pieces, ms }: ModelAnswer): AnswerPiece[] =>
  pieces ?? [
    ...(text === '' ? [] : [{ ms, text }]),
    ...calls.map(({ id, tool, arguments: given }, index) => ({
      ms,
      call: { index, id, tool, arguments: given },
    })),
  ]

/** Puts an answer together from the pieces in which it came. */
export const fromPieces = (
  pieces: AnswerPiece[],
): Pick<ModelAnswer, 'text' | 'calls' | 'pieces'> => {
  const calls: AnsweredCall[] = []
  for (const { call } of pieces) {
    if (!call) continue
    const begun = (calls[call.index] ??= { id: '', tool: '', arguments: '' })
    begun.id ||= call.id ?? ''
    begun.tool ||= call.tool ?? ''
    begun.arguments += call.arguments
  }
  return {
    text: pieces.map(({ text = '' }) => text).join(''),
    calls: calls.filter((call) => call !== undefined),
    pieces,
  }
}
