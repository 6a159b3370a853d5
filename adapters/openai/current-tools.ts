import type { ConversationItem } from './to-mentions.ts'
import type { OpenaiToolsOnDemand } from './openai-tools-on-demand.ts'
import type { OpenaiTools } from './openai-tools.ts'

/** Returns the tools that are available to the model at this point of a conversation. */
export const currentTools = async (
  tools: OpenaiTools | OpenaiToolsOnDemand,
  conversation: readonly ConversationItem[],
): Promise<OpenaiTools> => ('toolsFor' in tools ? tools.toolsFor(conversation) : tools)
