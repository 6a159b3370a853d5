import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from '@langchain/core/messages'
import type { ModelMessage } from '../../cassettes/model-request.ts'

export const toLangchainMessages = (messages: readonly ModelMessage[]): BaseMessage[] =>
  messages.map(({ role, content, calls = [], callId = '' }) => {
    if (role === 'system') return new SystemMessage(content)
    if (role === 'user') return new HumanMessage(content)
    if (role === 'tool') return new ToolMessage({ content, tool_call_id: callId })
    return new AIMessage({
      content,
      tool_calls: calls.map(({ id, tool, arguments: args }) => ({
        type: 'tool_call',
        id,
        name: tool,
        args: args as Record<string, unknown>,
      })),
    })
  })
