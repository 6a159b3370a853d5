import type {
  ChatCompletionChunk,
  ChatCompletionMessage,
  ChatCompletionMessageFunctionToolCall,
} from 'openai/resources/chat/completions'

/**
 * Assembles the message of a streamed answer.
 *
 * The helper of the OpenAI client parses the arguments of strict tools while streaming, and throws
 * if they are malformed.
 */
export const collectMessage = async (
  stream: AsyncIterable<ChatCompletionChunk>,
  onEvent: (chunk: ChatCompletionChunk) => void,
): Promise<ChatCompletionMessage> => {
  const message: ChatCompletionMessage = { role: 'assistant', content: null, refusal: null }
  const calls: ChatCompletionMessageFunctionToolCall[] = []
  for await (const chunk of stream) {
    onEvent(chunk)
    const { content, refusal, tool_calls: deltas } = chunk.choices[0]?.delta ?? {}
    if (content) message.content = (message.content ?? '') + content
    if (refusal) message.refusal = (message.refusal ?? '') + refusal
    for (const { index, id, function: part } of deltas ?? []) {
      const call = (calls[index] ??= {
        id: '',
        type: 'function',
        function: { name: '', arguments: '' },
      })
      call.id ||= id ?? ''
      call.function.name += part?.name ?? ''
      call.function.arguments += part?.arguments ?? ''
    }
  }
  return calls.length === 0
    ? message
    : { ...message, tool_calls: calls.filter((call) => call !== undefined) }
}
