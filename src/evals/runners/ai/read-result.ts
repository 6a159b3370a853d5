import {
  fromChunks,
  type ResponseChunk,
  type ModelResponse,
} from '../../cassettes/model-response.ts'
import type { GenerateResult, StreamPart } from './model-types.ts'

type Answer = Omit<ModelResponse, 'ms'>

/** Converts a result of the AI SDK to the framework-neutral format. */
export const readResult = ({ content, finishReason, usage }: GenerateResult): Answer => ({
  text: content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  calls: content.flatMap((part) =>
    part.type === 'tool-call'
      ? [{ id: part.toolCallId, tool: part.toolName, arguments: part.input }]
      : [],
  ),
  finish: toFinish(finishReason),
  usage: toUsage(usage),
})

/** The same for a streamed answer, with the parts that the framework receives. */
export const collectStream = async (
  stream: ReadableStream<StreamPart>,
  started: number,
): Promise<{ answer: Answer; live: StreamPart[] }> => {
  const live: StreamPart[] = []
  const pieces: ResponseChunk[] = []
  const begun = new Map<string, { index: number; isWritten: boolean }>()
  let end: Pick<Answer, 'finish' | 'usage'> = {
    finish: 'other',
    usage: { inputTokens: 0, outputTokens: 0 },
  }

  const beginCall = (ms: number, id: string, tool: string) => {
    const call = begun.get(id) ?? { index: begun.size, isWritten: false }
    if (!begun.has(id)) pieces.push({ ms, call: { index: call.index, id, tool, arguments: '' } })
    begun.set(id, call)
    return call
  }

  for await (const part of stream) {
    live.push(part)
    const ms = Math.round(performance.now() - started)
    if (part.type === 'error') throw part.error
    if (part.type === 'text-delta' && part.delta !== '') pieces.push({ ms, text: part.delta })
    if (part.type === 'tool-input-start') beginCall(ms, part.id, part.toolName)
    if (part.type === 'tool-input-delta') {
      const call = begun.get(part.id)
      if (call) call.isWritten = true
      if (call && part.delta !== '')
        pieces.push({ ms, call: { index: call.index, arguments: part.delta } })
    }
    // Some providers send a call as a whole, without chunks.
    if (part.type === 'tool-call') {
      const call = beginCall(ms, part.toolCallId, part.toolName)
      if (!call.isWritten) pieces.push({ ms, call: { index: call.index, arguments: part.input } })
    }
    if (part.type === 'finish')
      end = { finish: toFinish(part.finishReason), usage: toUsage(part.usage) }
  }
  return { answer: { ...fromChunks(pieces), ...end }, live }
}

const toFinish = ({ unified }: GenerateResult['finishReason']): Answer['finish'] => {
  if (
    unified === 'stop' ||
    unified === 'length' ||
    unified === 'tool-calls' ||
    unified === 'content-filter'
  )
    return unified
  return 'other'
}

const toUsage = ({ inputTokens, outputTokens }: GenerateResult['usage']): Answer['usage'] => ({
  inputTokens: inputTokens.total ?? 0,
  outputTokens: outputTokens.total ?? 0,
  ...(inputTokens.cacheRead ? { cachedInputTokens: inputTokens.cacheRead } : {}),
})
