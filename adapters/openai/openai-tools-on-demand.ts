import { toolsOnDemand, type OnDemandOptions, type ToolLister } from '../../src/index.ts'
import { toOpenaiTools, type OpenaiTools, type OpenaiToolsOptions } from './openai-tools.ts'
import { toMentions, type ConversationItem } from './to-mentions.ts'

export type OpenaiToolsOnDemandOptions = OnDemandOptions & Pick<OpenaiToolsOptions, 'files'>

/** Accepted by `runChat` and `runResponses` instead of `OpenaiTools`. */
export type OpenaiToolsOnDemand = {
  /**
   * Returns the tools for the next request of a conversation of messages or items. Use it if you
   * write the loop yourself, and run the answer's calls with the same value.
   */
  toolsFor: (conversation: readonly ConversationItem[]) => Promise<OpenaiTools>
}

/**
 * Starts an agent of the OpenAI client with the meta tools. Each tool that its searches find can be
 * called directly, by its name and schema, from the next request on.
 *
 * The loaded tools are derived from the messages or items alone, so another process can continue
 * the conversation with the same tools, and one value serves all conversations of a session. State
 * that OpenAI keeps (`previous_response_id`) cannot be read here, so pass all items.
 *
 * @example
 * const session = await new Plugboard().createSession('ada')
 * const tools = await openaiToolsOnDemand(session)
 * const { text } = await runResponses({ openai: new OpenAI(), tools }, { model: 'gpt-5', input: 'Tell the builders that the door is broken' })
 */
export const openaiToolsOnDemand = async (
  session: ToolLister,
  { files, ...options }: OpenaiToolsOnDemandOptions = {},
): Promise<OpenaiToolsOnDemand> => {
  const { always, found } = await toolsOnDemand(session, (tool) => tool, options)
  return {
    toolsFor: async (conversation) =>
      toOpenaiTools([...always, ...(await found(toMentions(conversation)))], { files }),
  }
}
