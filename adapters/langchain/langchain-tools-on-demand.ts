import type { BaseMessage } from '@langchain/core/messages'
import type { DynamicStructuredTool } from '@langchain/core/tools'
import { toolsOnDemand, type OnDemandOptions, type Session } from '../../src/index.ts'
import { toolMaker, type LangchainToolsOptions } from './langchain-tools.ts'
import { toMentions } from './to-mentions.ts'

export type LangchainToolsOnDemandOptions = OnDemandOptions &
  Pick<LangchainToolsOptions, 'interrupt' | 'files'>

/** Settings of `createAgent`, to be spread into them; `toolsFor` is for graphs of your own. */
export type LangchainToolsOnDemand = {
  /** The meta tools, and those that were named. */
  tools: DynamicStructuredTool[]
  middleware: [OnDemandMiddleware]
  /**
   * All tools at this point of a conversation: to be bound to the model, and given to a new
   * `ToolNode` for what it answers.
   */
  toolsFor: (messages: readonly BaseMessage[]) => Promise<DynamicStructuredTool[]>
}

/** An `AgentMiddleware` of `langchain`, whose package is not needed here. */
export type OnDemandMiddleware = {
  name: string
  /** Left out; the compiler would else take the agent's state for anything. */
  stateSchema?: undefined
  contextSchema?: undefined
  wrapModelCall: <Request extends { messages: BaseMessage[]; tools: { name?: unknown }[] }, Answer>(
    request: Request,
    handler: (request: Request) => Answer | Promise<Answer>,
  ) => Promise<Answer>
  wrapToolCall: <
    Request extends {
      toolCall: { name: string }
      tool: unknown
      state: { messages: BaseMessage[] }
    },
    Answer,
  >(
    request: Request,
    handler: (request: Request) => Answer | Promise<Answer>,
  ) => Promise<Answer>
}

/**
 * Lets an agent of LangChain begin with the meta tools, and call each tool that its searches find
 * by its own name and schema from the next step on.
 *
 * Which tools are loaded follows from the messages alone, so a conversation goes on in another
 * process with the tools it had, and one agent serves all conversations of a session. Where you
 * have middleware too, put this among it.
 *
 * @example
 * const session = await new Plugboard().createSession('ada')
 * const agent = createAgent({ model: 'openai:gpt-5', ...(await langchainToolsOnDemand(session)) })
 * const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Tell the builders that the door is broken' }] })
 */
export const langchainToolsOnDemand = async (
  session: Pick<Session, 'tools'>,
  { interrupt, files, ...options }: LangchainToolsOnDemandOptions = {},
): Promise<LangchainToolsOnDemand> => {
  const { always, found } = await toolsOnDemand(session, toolMaker({ interrupt, files }), options)
  const foundIn = async (messages: readonly BaseMessage[]) => found(toMentions(messages))
  const middleware: OnDemandMiddleware = {
    name: 'PlugboardToolsOnDemand',
    wrapModelCall: async (request, handler) => {
      // Other tools of the agent may have the name of one that was found: LangChain lets none take
      // their place.
      const taken = new Set(request.tools.map(({ name }) => name))
      const added = (await foundIn(request.messages)).filter(({ name }) => !taken.has(name))
      return handler({ ...request, tools: [...request.tools, ...added] })
    },
    wrapToolCall: async (request, handler) => {
      if (request.tool !== undefined) return handler(request)
      const tool = (await foundIn(request.state.messages)).find(
        ({ name }) => name === request.toolCall.name,
      )
      return handler(tool ? { ...request, tool } : request)
    },
  }
  return {
    tools: always,
    middleware: [middleware],
    toolsFor: async (messages) => [...always, ...(await foundIn(messages))],
  }
}
