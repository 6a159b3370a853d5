import { toPieces, type ModelAnswer } from '../../cassettes/model-answer.ts'
import type { GenerateResult, StreamPart } from './record-model.ts'

/** A recorded answer as a model of the AI SDK gives it. */
export const toResult = (answer: ModelAnswer): GenerateResult => ({
  content: [
    ...(answer.text === '' ? [] : [{ type: 'text' as const, text: answer.text }]),
    ...answer.calls.map(toCall),
  ],
  ...toEnd(answer),
  warnings: [],
})

/** The same, streamed. */
export const toStreamParts = (answer: ModelAnswer): StreamPart[] => {
  const isTextual = answer.text !== ''
  const deltas = toPieces(answer).flatMap(({ text, call }): StreamPart[] => {
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

const toCall = ({ id, tool, arguments: input }: ModelAnswer['calls'][number]) => ({
  type: 'tool-call' as const,
  toolCallId: id,
  toolName: tool,
  input,
})

const toEnd = ({
  finish,
  usage: { inputTokens, outputTokens, cachedInputTokens },
}: ModelAnswer): Pick<GenerateResult, 'finishReason' | 'usage'> => ({
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
