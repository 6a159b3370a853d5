import type { AssistantContent, JSONValue, ModelMessage as AiMessage } from 'ai'
import type { ModelMessage } from '../../cassettes/model-request.ts'
import { parseJson } from '../parse-json.ts'

/**
 * Converts the messages of a case for the AI SDK, which requires the name of the tool with each
 * result.
 */
export const toAiMessages = (messages: readonly ModelMessage[]): AiMessage[] => {
  const tools = new Map(
    messages.flatMap(({ calls = [] }) => calls.map(({ id, tool }) => [id, tool] as const)),
  )
  return messages.map(({ role, content, calls = [], callId = '' }): AiMessage => {
    if (role === 'tool')
      return {
        role,
        content: [
          {
            type: 'tool-result',
            toolCallId: callId,
            toolName: tools.get(callId) ?? '',
            output: toOutput(content),
          },
        ],
      }
    if (role !== 'assistant') return { role, content }
    const text: AssistantContent = content === '' ? [] : [{ type: 'text', text: content }]
    return {
      role,
      content: [
        ...text,
        ...calls.map(({ id, tool, arguments: input }) => ({
          type: 'tool-call' as const,
          toolCallId: id,
          toolName: tool,
          input,
        })),
      ],
    }
  })
}

const toOutput = (
  content: string,
): { type: 'json'; value: JSONValue } | { type: 'text'; value: string } => {
  const value = parseJson(content)
  return typeof value === 'object'
    ? { type: 'json', value: value as JSONValue }
    : { type: 'text', value: content }
}
