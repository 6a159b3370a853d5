import { AIMessage, AIMessageChunk } from '@langchain/core/messages'
import { toChunks, type ModelResponse } from '../../cassettes/model-response.ts'
import { parseJson } from '../parse-json.ts'
import { isObject } from '../../../schema/json-schema.ts'

/** Converts a recorded answer to a message. */
export const toMessage = ({ text, calls, usage }: ModelResponse): AIMessage => {
  const read = calls.map(({ id, tool, arguments: given }) => ({
    id,
    name: tool,
    given,
    args: parseJson(given),
  }))
  return new AIMessage({
    content: text,
    tool_calls: read.flatMap(({ id, name, args }) =>
      isObject(args) ? [{ type: 'tool_call', id, name, args }] : [],
    ),
    invalid_tool_calls: read.flatMap(({ id, name, given, args }) =>
      isObject(args) ? [] : [{ type: 'invalid_tool_call', id, name, args: given }],
    ),
    usage_metadata: toUsage(usage),
  })
}

/** The same, assembled by LangChain from the chunks. */
export const toStreamedMessage = (answer: ModelResponse): AIMessage => {
  const chunks = toChunks(answer).map(
    ({ text = '', call }) =>
      new AIMessageChunk({
        content: text,
        ...(call && {
          tool_call_chunks: [
            {
              type: 'tool_call_chunk',
              index: call.index,
              id: call.id,
              name: call.tool,
              args: call.arguments,
            },
          ],
        }),
      }),
  )
  return [
    ...chunks,
    new AIMessageChunk({ content: '', usage_metadata: toUsage(answer.usage) }),
  ].reduce((whole, chunk) => whole.concat(chunk))
}

const toUsage = ({ inputTokens, outputTokens, cachedInputTokens }: ModelResponse['usage']) => ({
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
  ...(cachedInputTokens !== undefined && {
    input_token_details: { cache_read: cachedInputTokens },
  }),
})
