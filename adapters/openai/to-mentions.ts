import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { ResponseInputItem } from 'openai/resources/responses/responses'
import type { ToolMention } from '../../src/index.ts'

/** A message of Chat Completions, or an item of Responses. */
export type ConversationItem = ChatCompletionMessageParam | ResponseInputItem

/** Extracts the tool calls and results of a conversation, in order. */
export const toMentions = (conversation: readonly ConversationItem[]): ToolMention[] => {
  const names = new Map<string, string>()
  return conversation.flatMap((item): ToolMention[] => {
    const calls = callsOf(item)
    for (const { id, name } of calls) names.set(id, name)
    const answer = answerOf(item)
    return answer
      ? [{ toolName: names.get(answer.id) ?? '', output: answer.text }]
      : calls.map(({ name }) => ({ toolName: name }))
  })
}

const callsOf = (item: ConversationItem): { id: string; name: string }[] => {
  if ('type' in item && item.type === 'function_call')
    return [{ id: item.call_id, name: item.name }]
  if (!('tool_calls' in item)) return []
  return (item.tool_calls ?? []).flatMap((call) =>
    call.type === 'function' ? [{ id: call.id, name: call.function.name }] : [],
  )
}

const answerOf = (item: ConversationItem): { id: string; text: string } | undefined => {
  if ('type' in item && item.type === 'function_call_output')
    return { id: item.call_id ?? '', text: toText(item.output) }
  return 'role' in item && item.role === 'tool'
    ? { id: item.tool_call_id, text: toText(item.content) }
    : undefined
}

const toText = (content: string | readonly object[]): string =>
  typeof content === 'string'
    ? content
    : content
        .map((part) => ('text' in part && typeof part.text === 'string' ? part.text : ''))
        .join('')
