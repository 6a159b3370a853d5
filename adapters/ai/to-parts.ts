import type { AssistantContent, ModelMessage, ToolContent } from 'ai'

export type MessagePart = Exclude<AssistantContent, string>[number] | ToolContent[number]

/** The parts of what models and tools said. */
export const toParts = ({ role, content }: ModelMessage): MessagePart[] =>
  (role === 'assistant' || role === 'tool') && typeof content !== 'string' ? content : []
