import { toolsOnDemand, type OnDemandOptions, type Session } from '../../src/index.ts'
import { toOpenaiTools, type OpenaiTools, type OpenaiToolsOptions } from './openai-tools.ts'
import { toMentions, type ConversationItem } from './to-mentions.ts'

export type OpenaiToolsOnDemandOptions = OnDemandOptions & Pick<OpenaiToolsOptions, 'files'>

/** What `runChat` and `runResponses` take in the place of `OpenaiTools`. */
export type OpenaiToolsOnDemand = {
  /**
   * The tools for the next request of a conversation, of messages or of items; for a loop of your
   * own, which has them run what that request answers.
   */
  toolsFor: (conversation: readonly ConversationItem[]) => Promise<OpenaiTools>
}

/**
 * Lets an agent of the OpenAI client begin with the meta tools, and call each tool that its
 * searches find by its own name and schema from the next request on.
 *
 * Which tools are loaded follows from the messages or items alone, so a conversation goes on in
 * another process with the tools it had, and one value serves all conversations of a session. What
 * stays with OpenAI (`previous_response_id`) can't be read here: give all items.
 *
 * @example
 * const session = await new Plugboard().createSession('ada')
 * const tools = await openaiToolsOnDemand(session)
 * const { text } = await runResponses({ openai: new OpenAI(), tools }, { model: 'gpt-5', input: 'Tell the builders that the door is broken' })
 */
export const openaiToolsOnDemand = async (
  session: Pick<Session, 'tools'>,
  { files, ...options }: OpenaiToolsOnDemandOptions = {},
): Promise<OpenaiToolsOnDemand> => {
  const { always, found } = await toolsOnDemand(session, (tool) => tool, options)
  return {
    toolsFor: async (conversation) =>
      toOpenaiTools([...always, ...(await found(toMentions(conversation)))], { files }),
  }
}
