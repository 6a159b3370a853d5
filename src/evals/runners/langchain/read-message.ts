import type { AIMessage, AIMessageChunk } from '@langchain/core/messages'
import type { ResponseChunk, ModelResponse } from '../../cassettes/model-response.ts'

/** Converts an answer of a LangChain chat model to the framework-neutral format. */
export const readMessage = (message: AIMessage): Omit<ModelResponse, 'ms'> => {
  const {
    tool_calls: calls = [],
    invalid_tool_calls: malformed = [],
    usage_metadata: usage,
  } = message
  const cached = usage?.input_token_details?.cache_read
  return {
    text: message.text,
    calls: [
      ...calls.map(({ id = '', name, args }) => ({
        id,
        tool: name,
        arguments: JSON.stringify(args),
      })),
      ...malformed.map(({ id = '', name = '', args = '' }) => ({
        id,
        tool: name,
        arguments: args,
      })),
    ],
    finish: toFinish(message, calls.length + malformed.length > 0),
    usage: {
      inputTokens: usage?.input_tokens ?? 0,
      outputTokens: usage?.output_tokens ?? 0,
      ...(cached ? { cachedInputTokens: cached } : {}),
    },
  }
}

export const readChunk = (chunk: AIMessageChunk, ms: number): ResponseChunk[] => [
  ...(chunk.text === '' ? [] : [{ ms, text: chunk.text }]),
  ...(chunk.tool_call_chunks ?? []).map(({ index = 0, id, name, args = '' }) => ({
    ms,
    call: { index, ...(id && { id }), ...(name && { tool: name }), arguments: args },
  })),
]

/** Providers name the reason differently; without one it is derived from the calls. */
const toFinish = (
  { response_metadata: metadata }: AIMessage,
  isCalling: boolean,
): ModelResponse['finish'] => {
  const reason: unknown =
    metadata?.['finish_reason'] ?? metadata?.['stop_reason'] ?? metadata?.['finishReason']
  if (isCalling) return 'tool-calls'
  if (reason === 'length' || reason === 'max_tokens' || reason === 'MAX_TOKENS') return 'length'
  return reason === 'content_filter' || reason === 'SAFETY' ? 'content-filter' : 'stop'
}
