import { AIMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import type { ModelMessage } from '../../cassettes/model-request.ts'

/** Converts LangChain messages to the framework-neutral format. */
export const readMessages = (messages: readonly BaseMessage[]): ModelMessage[] =>
  messages.map(readMessage)

const readMessage = (message: BaseMessage): ModelMessage => {
  const content = message.text
  if (ToolMessage.isInstance(message))
    return { role: 'tool', content, callId: message.tool_call_id }
  if (!AIMessage.isInstance(message))
    return { role: message.type === 'system' ? 'system' : 'user', content }
  const { tool_calls: calls = [], invalid_tool_calls: malformed = [] } = message
  return {
    role: 'assistant',
    content,
    calls: [
      ...calls.map(({ id = '', name, args }) => ({ id, tool: name, arguments: args })),
      ...malformed.map(({ id = '', name = '', args = '' }) => ({
        id,
        tool: name,
        arguments: args,
      })),
    ],
  }
}
