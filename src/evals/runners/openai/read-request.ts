import type {
  ChatCompletionCreateParams,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import type { ModelMessage, ModelRequest } from '../../cassettes/model-request.ts'

/** Converts a Chat Completions request to the framework-neutral format. */
export const readRequest = (body: ChatCompletionCreateParams): ModelRequest => ({
  model: body.model,
  messages: body.messages.map(readMessage),
  tools: (body.tools ?? []).flatMap((tool) =>
    tool.type === 'function'
      ? [
          {
            name: tool.function.name,
            description: tool.function.description ?? '',
            inputSchema: tool.function.parameters ?? {},
          },
        ]
      : [],
  ),
  settings: {
    temperature: body.temperature ?? undefined,
    topP: body.top_p ?? undefined,
    maxOutputTokens: body.max_completion_tokens ?? undefined,
    stop: typeof body.stop === 'string' ? [body.stop] : (body.stop ?? undefined),
    seed: body.seed ?? undefined,
  },
})

const readMessage = (message: ChatCompletionMessageParam): ModelMessage => {
  const content = readText(message.content)
  if (message.role === 'tool') return { role: 'tool', content, callId: message.tool_call_id }
  if (message.role !== 'assistant')
    return { role: message.role === 'user' ? 'user' : 'system', content }
  return {
    role: 'assistant',
    content,
    calls: (message.tool_calls ?? []).flatMap((call) =>
      call.type === 'function'
        ? [{ id: call.id, tool: call.function.name, arguments: call.function.arguments }]
        : [],
    ),
  }
}

const readText = (content: ChatCompletionMessageParam['content']): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map((part) => ('text' in part ? part.text : '')).join('')
