import type { BetaMessageParam } from '@anthropic-ai/sdk/resources/beta/messages/messages'
import {
  toolsOnDemand,
  type OnDemandOptions,
  type ToolLister,
  type ToolMention,
} from '../../src/index.ts'
import {
  createToolFactory,
  type AnthropicTool,
  type AnthropicToolsOptions,
} from './anthropic-tools.ts'
import { toMentions } from './to-mentions.ts'

export type AnthropicToolsOnDemandOptions = OnDemandOptions &
  Pick<AnthropicToolsOptions, 'files' | 'approve' | 'conversation' | 'onResult'> & {
    /** The conversation so far. Tools that were found in it are available from the first request. */
    messages?: readonly BetaMessageParam[] | undefined
  }

/**
 * Starts an agent of the Anthropic client with the meta tools. Each tool that its searches find can
 * be called directly, by its name and schema, from the next request on: the returned array is
 * updated while `toolRunner` runs its tools.
 *
 * The loaded tools are derived from `messages` and the calls of this run alone, so another process
 * can continue the conversation with the same tools. Call this once per run. With version 1 of the
 * client, also pass `thread: false`: the tools of a message thread cannot change.
 *
 * Add tools of your own to the returned array with `push`: a copy of it would not be updated.
 *
 * @example
 * import Anthropic from '@anthropic-ai/sdk'
 * import { Plugboard } from 'plugboard'
 * import { anthropicToolsOnDemand } from 'plugboard/anthropic'
 *
 * const session = await new Plugboard().createSession('ada')
 * const messages: Anthropic.Beta.BetaMessageParam[] = [
 *   { role: 'user', content: 'Tell the builders that the door is broken' },
 * ]
 * const message = await new Anthropic().beta.messages.toolRunner({
 *   model: 'claude-opus-5',
 *   max_tokens: 4096,
 *   thread: false,
 *   tools: await anthropicToolsOnDemand(session, { messages }),
 *   messages,
 * })
 */
export const anthropicToolsOnDemand = async (
  session: ToolLister,
  {
    messages = [],
    files,
    approve,
    conversation,
    onResult,
    ...options
  }: AnthropicToolsOnDemandOptions = {},
): Promise<AnthropicTool[]> => {
  const make = createToolFactory({ files, approve, conversation, onResult })
  const tools: AnthropicTool[] = []
  const mentions = toMentions(messages)
  let last: Promise<unknown> = Promise.resolve()

  let ours: ReadonlySet<object> = new Set()
  const update = async (): Promise<void> => {
    const next = [...always, ...(await found(mentions))]
    const others = tools.filter((tool) => !ours.has(tool))
    ours = new Set(next)
    // The runner reads this array again before each request.
    tools.splice(0, tools.length, ...next, ...others)
  }
  const mention = (...added: ToolMention[]): Promise<unknown> => {
    mentions.push(...added)
    return (last = last.then(update))
  }

  const { always, found } = await toolsOnDemand(
    session,
    (tool) => withMentions(make(tool), mention),
    { profile: 'anthropic', ...options },
  )
  await update()
  return tools
}

/** Reports each call of a tool and what the model is shown of it. */
const withMentions = (
  tool: AnthropicTool,
  mention: (...added: ToolMention[]) => Promise<unknown>,
): AnthropicTool => ({
  ...tool,
  run: async (toolArguments, context) => {
    const output = await tool.run(toolArguments, context)
    // What a search answers has no files, so it is text.
    await mention({ toolName: tool.name }, { toolName: tool.name, output })
    return output
  },
})
