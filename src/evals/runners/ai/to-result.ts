import { toChunks, type ModelResponse } from '../../cassettes/model-response.ts'
import type { GenerateResult, StreamPart } from './model-types.ts'

/** Converts a recorded answer to a result of the AI SDK. */
export const toResult = (answer: ModelResponse): GenerateResult => ({
  content: [
    ...(answer.text === '' ? [] : [{ type: 'text' as const, text: answer.text }]),
    ...answer.calls.map(toCall),
  ],
  ...toEnd(answer),
  warnings: [],
})

/** The same, streamed. */
export const toStreamParts = (answer: ModelResponse): StreamPart[] => {
  const isTextual = answer.text !== ''
  const deltas = toChunks(answer).flatMap(({ text, call }): StreamPart[] => {
    const id = call && (answer.calls[call.index]?.id ?? '')
    if (call === undefined || id === undefined)
      return [{ type: 'text-delta', id: 'text', delta: text ?? '' }]
    return [
      ...(call.tool === undefined
        ? []
        : [{ type: 'tool-input-start' as const, id, toolName: call.tool }]),
      ...(call.arguments === ''
        ? []
        : [{ type: 'tool-input-delta' as const, id, delta: call.arguments }]),
    ]
  })
  return [
    { type: 'stream-start', warnings: [] },
    ...(isTextual ? [{ type: 'text-start' as const, id: 'text' }] : []),
    ...deltas,
    ...(isTextual ? [{ type: 'text-end' as const, id: 'text' }] : []),
    ...answer.calls.flatMap((call): StreamPart[] => [
      { type: 'tool-input-end', id: call.id },
      toCall(call),
    ]),
    { type: 'finish', ...toEnd(answer) },
  ]
}

const toCall = ({ id, tool, arguments: input }: ModelResponse['calls'][number]) => ({
  type: 'tool-call' as const,
  toolCallId: id,
  toolName: tool,
  input,
})

const toEnd = ({
  finish,
  usage: { inputTokens, outputTokens, cachedInputTokens },
}: ModelResponse): Pick<GenerateResult, 'finishReason' | 'usage'> => ({
  finishReason: { unified: finish, raw: undefined },
  usage: {
    inputTokens: {
      total: inputTokens,
      noCache: inputTokens - (cachedInputTokens ?? 0),
      cacheRead: cachedInputTokens,
      cacheWrite: undefined,
    },
    outputTokens: { total: outputTokens, text: undefined, reasoning: undefined },
  },
})
