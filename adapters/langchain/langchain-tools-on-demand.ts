import type { BaseMessage } from '@langchain/core/messages'
import type { DynamicStructuredTool } from '@langchain/core/tools'
import {
  toolsOnDemand,
  type NamedOnDemandOptions,
  type OnDemandOptions,
  type ToolLister,
  type ToolSlug,
} from '../../src/index.ts'
import {
  createToolFactory,
  type LangchainToolsOptions,
  type NamedLangchainTools,
} from './langchain-tools.ts'
import { toMentions } from './to-mentions.ts'

export type LangchainToolsOnDemandOptions = OnDemandOptions &
  Pick<LangchainToolsOptions, 'interrupt' | 'files' | 'conversation'>

/** Settings to spread into `createAgent`. Use `toolsFor` in your own graphs. */
export type LangchainToolsOnDemand<Slugs extends readonly string[] = []> = {
  /** The meta tools and the tools named in the options, with the types of the latter. */
  tools: [...DynamicStructuredTool[], ...NamedLangchainTools<Slugs>]
  middleware: [OnDemandMiddleware]
  /**
   * Returns all tools at this point of a conversation. Bind them to the model, and pass them to a
   * new `ToolNode` that runs its calls.
   */
  toolsFor: (messages: readonly BaseMessage[]) => Promise<DynamicStructuredTool[]>
}

/** An `AgentMiddleware` of `langchain`. Declared here so that its package is not required. */
export type OnDemandMiddleware = {
  name: string
  /**
   * Always absent. Without this declaration, the compiler would infer `any` for the agent's state.
   */
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
 * Starts a LangChain agent with the meta tools. Each tool that its searches find can be called
 * directly, by its name and schema, from the next step on.
 *
 * The loaded tools are derived from the messages alone, so another process can continue the
 * conversation with the same tools, and one agent serves all conversations of a session. If you use
 * other middleware, add this one to your list.
 *
 * @example
 * const session = await new Plugboard().createSession('ada')
 * const agent = createAgent({ model: 'openai:gpt-5', ...(await langchainToolsOnDemand(session)) })
 * const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Tell the builders that the door is broken' }] })
 */
export async function langchainToolsOnDemand<const Slugs extends readonly ToolSlug[]>(
  session: ToolLister,
  options: Omit<LangchainToolsOnDemandOptions, keyof OnDemandOptions> & NamedOnDemandOptions<Slugs>,
): Promise<LangchainToolsOnDemand<Slugs>>
export async function langchainToolsOnDemand(
  session: ToolLister,
  options?: LangchainToolsOnDemandOptions,
): Promise<LangchainToolsOnDemand>
export async function langchainToolsOnDemand(
  session: ToolLister,
  { interrupt, files, conversation, ...options }: LangchainToolsOnDemandOptions = {},
): Promise<LangchainToolsOnDemand> {
  const { always, found } = await toolsOnDemand(
    session,
    createToolFactory({ interrupt, files, conversation }),
    options,
  )
  const foundIn = async (messages: readonly BaseMessage[]) => found(toMentions(messages))
  const middleware: OnDemandMiddleware = {
    name: 'PlugboardToolsOnDemand',
    wrapModelCall: async (request, handler) => {
      // Another tool of the agent may have the same name as a found tool, and LangChain does not
      // allow a found tool to replace it.
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
