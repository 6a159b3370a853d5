import type { ConversationItem } from './to-mentions.ts'
import type { OpenaiToolsOnDemand } from './openai-tools-on-demand.ts'
import type { OpenaiTools } from './openai-tools.ts'

/** The tools that a model has at this point of a conversation. */
export const toolsAt = async (
  tools: OpenaiTools | OpenaiToolsOnDemand,
  conversation: readonly ConversationItem[],
): Promise<OpenaiTools> => ('toolsFor' in tools ? tools.toolsFor(conversation) : tools)
