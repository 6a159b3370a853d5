import type { AIMessage, BaseMessage, ToolMessage } from '@langchain/core/messages'
import type { ToolMention } from '../../src/index.ts'

/** Extracts the tool calls and results of a conversation, in order. */
export const toMentions = (messages: readonly BaseMessage[]): ToolMention[] => {
  const names = new Map<string, string>()
  return messages.flatMap((message): ToolMention[] => {
    if (isAnswer(message))
      return [
        { toolName: names.get(message.tool_call_id) ?? message.name ?? '', output: message.text },
      ]
    const calls = isOfModel(message) ? (message.tool_calls ?? []) : []
    for (const { id, name } of calls) if (id !== undefined) names.set(id, name)
    return calls.map(({ name }) => ({ toolName: name }))
  })
}

const isAnswer = (message: BaseMessage): message is ToolMessage => message.getType() === 'tool'
const isOfModel = (message: BaseMessage): message is AIMessage => message.getType() === 'ai'
