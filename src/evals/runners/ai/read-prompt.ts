import type { ModelMessage, ModelRequest } from '../../cassettes/model-request.ts'
import type { CallOptions } from './model-types.ts'

/** Converts a prompt of the AI SDK to the framework-neutral format. */
export const readPrompt = (
  model: string,
  {
    prompt,
    tools = [],
    temperature,
    topP,
    maxOutputTokens,
    stopSequences: stop,
    seed,
  }: CallOptions,
): ModelRequest => ({
  model,
  messages: prompt.flatMap(readMessage),
  tools: tools.flatMap((tool) =>
    tool.type === 'function'
      ? [
          {
            name: tool.name,
            description: tool.description ?? '',
            inputSchema: tool.inputSchema as Record<string, unknown>,
          },
        ]
      : [],
  ),
  settings: { temperature, topP, maxOutputTokens, stop, seed },
})

type Message = CallOptions['prompt'][number]
type Part = Exclude<Message['content'], string>[number]

const readMessage = (message: Message): ModelMessage[] => {
  if (message.role === 'system') return [{ role: 'system', content: message.content }]
  const parts: Part[] = message.content
  if (message.role === 'tool')
    return parts.flatMap((part) =>
      part.type === 'tool-result'
        ? [{ role: 'tool', content: readOutput(part.output), callId: part.toolCallId }]
        : [],
    )
  const content = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  if (message.role === 'user') return [{ role: 'user', content }]
  return [
    {
      role: 'assistant',
      content,
      calls: parts.flatMap((part) =>
        part.type === 'tool-call'
          ? [{ id: part.toolCallId, tool: part.toolName, arguments: part.input }]
          : [],
      ),
    },
  ]
}

const readOutput = (output: Extract<Part, { type: 'tool-result' }>['output']): string => {
  if (output.type === 'text' || output.type === 'error-text') return output.value
  return output.type === 'execution-denied' ? (output.reason ?? '') : JSON.stringify(output.value)
}
