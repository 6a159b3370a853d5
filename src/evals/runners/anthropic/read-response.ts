import type {
  BetaMessage,
  BetaRawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/beta/messages/messages'
import {
  fromChunks,
  type ModelResponse,
  type ResponseChunk,
} from '../../cassettes/model-response.ts'
import type { AnswerFormat } from '../read-http-answer.ts'

type Answer = Omit<ModelResponse, 'ms'>
type Usage = Partial<
  Record<'input_tokens' | 'cache_read_input_tokens' | 'cache_creation_input_tokens', number | null>
> & { output_tokens?: number | null }

/** The answers of the Messages API. */
export const messagesFormat: AnswerFormat = {
  read: (body) => {
    const { content, stop_reason: reason, usage } = body as BetaMessage
    return {
      text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: content.flatMap((block) =>
        block.type === 'tool_use'
          ? [{ id: block.id, tool: block.name, arguments: toText(block.input) }]
          : [],
      ),
      finish: toFinish(reason),
      usage: toUsage(usage),
    }
  },
  collect: () => {
    const pieces: ResponseChunk[] = []
    /** The number of each call among the calls, by the number of its block. */
    const calls = new Map<number, number>()
    let usage: Usage = {}
    let reason: string | null | undefined

    return {
      add: (given, ms) => {
        const event = given as BetaRawMessageStreamEvent
        if (event.type === 'message_start') ({ usage } = event.message)
        if (event.type === 'message_delta') {
          reason = event.delta.stop_reason
          usage = { ...usage, output_tokens: event.usage.output_tokens }
        }
        if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') {
          const { id, name } = event.content_block
          const index = calls.size
          calls.set(event.index, index)
          pieces.push({ ms, call: { index, id, tool: name, arguments: '' } })
        }
        if (event.type !== 'content_block_delta') return
        const index = calls.get(event.index)
        if (event.delta.type === 'text_delta') pieces.push({ ms, text: event.delta.text })
        if (event.delta.type === 'input_json_delta' && index !== undefined)
          pieces.push({ ms, call: { index, arguments: event.delta.partial_json } })
      },
      end: () => ({ ...fromChunks(pieces), finish: toFinish(reason), usage: toUsage(usage) }),
    }
  },
}

const toText = (input: unknown): string =>
  typeof input === 'string' ? input : JSON.stringify(input)

const toFinish = (reason: string | null | undefined): Answer['finish'] => {
  if (reason === 'end_turn' || reason === 'stop_sequence') return 'stop'
  if (reason === 'tool_use') return 'tool-calls'
  if (reason === 'max_tokens') return 'length'
  return reason === 'refusal' ? 'content-filter' : 'other'
}

/** Anthropic counts what was read from its cache, or written to it, apart. */
const toUsage = (usage: Usage): Answer['usage'] => {
  const cached = usage.cache_read_input_tokens ?? 0
  return {
    inputTokens: (usage.input_tokens ?? 0) + cached + (usage.cache_creation_input_tokens ?? 0),
    outputTokens: usage.output_tokens ?? 0,
    ...(cached > 0 && { cachedInputTokens: cached }),
  }
}
