import type { GenerateContentResponse, Part } from '@google/genai'
import {
  fromChunks,
  type ModelResponse,
  type ResponseChunk,
} from '../../cassettes/model-response.ts'

type Answer = Omit<ModelResponse, 'ms'>

/** Collects an answer from its chunks, or from the whole of it. */
export const createCollector = (started: number, isStreamed: boolean) => {
  const pieces: ResponseChunk[] = []
  const parts: Part[] = []
  let reason: string | undefined
  let usage: GenerateContentResponse['usageMetadata']
  let callCount = 0

  const addPart = (part: Part): void => {
    const ms = Math.round(performance.now() - started)
    const { text = '', functionCall, thought } = part
    if (!functionCall) {
      parts.push(part)
      if (text !== '' && thought !== true) pieces.push({ ms, text })
      return
    }
    const index = callCount
    callCount += 1
    // Older models give no ids, but results are found by them.
    const { id = `call_${index}`, name = '', args = {} } = functionCall
    parts.push({ ...part, functionCall: { ...functionCall, id } })
    const given = typeof args === 'string' ? args : JSON.stringify(args)
    pieces.push({ ms, call: { index, id, tool: name, arguments: given } })
  }

  return {
    add: ({ candidates = [], usageMetadata }: GenerateContentResponse): void => {
      const [candidate] = candidates
      usage = usageMetadata ?? usage
      reason = candidate?.finishReason ?? reason
      candidate?.content?.parts?.forEach(addPart)
    },
    end: (): { answer: Answer; parts: Part[] } => {
      const { text, calls } = fromChunks(pieces)
      return {
        answer: {
          text,
          calls,
          ...(isStreamed && { pieces }),
          finish: callCount > 0 ? 'tool-calls' : toFinish(reason),
          usage: toUsage(usage),
        },
        parts,
      }
    },
  }
}

const toFinish = (reason: string | undefined): Answer['finish'] => {
  if (reason === 'STOP') return 'stop'
  if (reason === 'MAX_TOKENS') return 'length'
  return reason === 'SAFETY' || reason === 'PROHIBITED_CONTENT' ? 'content-filter' : 'other'
}

const toUsage = (usage: GenerateContentResponse['usageMetadata']): Answer['usage'] => ({
  inputTokens: usage?.promptTokenCount ?? 0,
  outputTokens: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
  ...(usage?.cachedContentTokenCount && { cachedInputTokens: usage.cachedContentTokenCount }),
})
