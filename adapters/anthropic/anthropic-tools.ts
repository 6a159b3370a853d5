import type {
  BetaRunnableTool,
  BetaToolRunContext,
} from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool'
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError'
import type { BetaTool } from '@anthropic-ai/sdk/resources/beta/messages/messages'
import {
  oneAtATime,
  runForModel,
  type AgentTool,
  type Approve,
  type NamedToolsOptions,
  type OnResult,
  type ToolLister,
  type ToolName,
  type ToolSlug,
  type ToolsOptions,
} from '../../src/index.ts'
import { toBlocks } from './to-blocks.ts'

export type AnthropicToolsOptions<Slug extends string = string> = ToolsOptions & {
  /** Shows the images and PDFs in tool results to the model instead of linking to them. */
  files?: boolean | undefined
  /**
   * Asks a person before each call that the session wants confirmed, one call at a time. Return
   * `true` to run the call or `false` to deny it. Without this option, the model reads that the
   * call is waiting for approval.
   */
  approve?: Approve | undefined
  /**
   * Hides the tools until the model finds them with a tool search tool of Anthropic, which you add
   * to the tools of the request.
   */
  deferLoading?: boolean | undefined
  /**
   * The conversation: its id, or a function that returns it. A call that is made again, by a retry
   * or a resent request, is executed once: it is recognized by its id. Anthropic's ids have a random
   * part; this option is for compatible providers that only count calls (`call_0`): their ids must
   * differ within the conversation, and without it those calls are made each time.
   */
  conversation?: string | ((context: BetaToolRunContext) => string | undefined) | undefined
  /**
   * Called with each call that was made and its complete result, with its log id. Both are typed for
   * tools that are named in `tools`.
   */
  onResult?: OnResult<Slug> | undefined
}

/** A tool for `toolRunner`. Its own fields are also a tool of `beta.messages.create`. */
export type AnthropicTool = BetaTool &
  Pick<BetaRunnableTool<unknown>, 'parse' | 'run'> & { type: 'custom' }

/**
 * Exposes the tools of a session to `client.beta.messages.toolRunner` of the Anthropic client.
 *
 * The model sees each tool's JSON Schema as its author wrote it where Anthropic accepts that,
 * otherwise converted; `profile: 'original'` never converts. Arguments are validated before they
 * leave the process. A failure is a result with `is_error` that the model can read. The signal of
 * the runner's request options reaches the calls. Without options, this returns the meta tools,
 * with which the agent finds and runs all other tools.
 *
 * @example
 * import Anthropic from '@anthropic-ai/sdk'
 * import { Plugboard } from 'plugboard'
 * import { anthropicTools } from 'plugboard/anthropic'
 *
 * const session = await new Plugboard().createSession('ada')
 * const message = await new Anthropic().beta.messages.toolRunner({
 *   model: 'claude-opus-5',
 *   max_tokens: 4096,
 *   tools: await anthropicTools(session, { search: 'create an issue' }),
 *   messages: [{ role: 'user', content: 'Tell the builders that the door is broken' }],
 * })
 */
export async function anthropicTools<const Slugs extends readonly ToolSlug[]>(
  session: ToolLister,
  options: Omit<AnthropicToolsOptions<Slugs[number]>, keyof ToolsOptions> &
    NamedToolsOptions<Slugs>,
): Promise<NamedAnthropicTools<Slugs>>
export async function anthropicTools(
  session: ToolLister,
  options?: AnthropicToolsOptions,
): Promise<AnthropicTool[]>
export async function anthropicTools(
  session: ToolLister,
  { files, approve, deferLoading, conversation, onResult, ...options }: AnthropicToolsOptions = {},
): Promise<AnthropicTool[]> {
  return (await session.tools({ profile: 'anthropic', ...options })).map(
    createToolFactory({ files, approve, deferLoading, conversation, onResult }),
  )
}

/** The tools with these slugs, in their order. */
export type NamedAnthropicTools<Slugs extends readonly string[]> = {
  -readonly [Index in keyof Slugs]: AnthropicTool & { name: ToolName<Slugs[Index]> }
}

/** All tools of one factory share a queue, so a person is asked about one call at a time. */
export const createToolFactory = ({
  files,
  approve,
  deferLoading,
  conversation,
  onResult,
}: Omit<AnthropicToolsOptions, keyof ToolsOptions>): ((tool: AgentTool) => AnthropicTool) => {
  const ask = approve && oneAtATime(approve)
  return (tool) => ({
    type: 'custom',
    name: tool.name,
    description: tool.description,
    // The profile gives the root this type, and Anthropic rejects every other one.
    input_schema: { ...tool.inputSchema, type: 'object' },
    ...(tool.strict && { strict: true }),
    ...(deferLoading && { defer_loading: true }),
    // The tool checks its arguments, and its error says what to correct.
    parse: (content) => content,
    run: async (toolArguments, context) => {
      const signal = context?.signal ?? undefined
      const shown = await runForModel(tool, toolArguments, {
        signal,
        files,
        approve: ask,
        onResult,
        call: context && {
          id: context.toolUse.id,
          conversation: typeof conversation === 'function' ? conversation(context) : conversation,
        },
      })
      const content = toBlocks(shown)
      if (shown.isError) throw new ToolError(content)
      return content
    },
  })
}
