import type { AssistantContent, ModelMessage, ToolContent } from 'ai'

type MessagePart = Exclude<AssistantContent, string>[number] | ToolContent[number]

/** Splits a message into the parts that the model and its tools wrote. */
export const toParts = ({ role, content }: ModelMessage): MessagePart[] =>
  (role === 'assistant' || role === 'tool') && typeof content !== 'string' ? content : []
