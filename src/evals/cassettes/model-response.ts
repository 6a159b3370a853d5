import { z } from 'zod'

const call = z.strictObject({ id: z.string(), tool: z.string(), arguments: z.string() })

const piece = z.strictObject({
  /** Since the request was sent. */
  ms: z.number(),
  text: z.string().optional(),
  /** A chunk of the call at this index; the first one contains id and name. */
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
 * A model's answer in a format independent of the framework: the complete answer and, if it was
 * streamed, its chunks.
 */
export const modelResponse = z.strictObject({
  text: z.string(),
  /** Arguments are kept as the exact text that the model wrote. */
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

export type ModelResponse = z.infer<typeof modelResponse>
export type ResponseChunk = z.infer<typeof piece>
type ResponseCall = z.infer<typeof call>

/** The chunks of an answer; one per part if it was not streamed. */
export const toChunks = ({ text, calls, pieces, ms }: ModelResponse): ResponseChunk[] =>
  pieces ?? [
    ...(text === '' ? [] : [{ ms, text }]),
    ...calls.map(({ id, tool, arguments: given }, index) => ({
      ms,
      call: { index, id, tool, arguments: given },
    })),
  ]

/** Assembles an answer from its chunks. */
export const fromChunks = (
  pieces: ResponseChunk[],
): Pick<ModelResponse, 'text' | 'calls' | 'pieces'> => {
  const calls: ResponseCall[] = []
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
