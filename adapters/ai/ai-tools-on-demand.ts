import type { ModelMessage, ToolSet } from 'ai'
import {
  toolsOnDemand,
  type NamedOnDemandOptions,
  type OnDemandOptions,
  type Session,
  type ToolMention,
  type ToolSlug,
} from '../../src/index.ts'
import { checkApproval, type Approval } from './ai-tool-approval.ts'
import { toAiTool, type AiToolSet, type AiToolsOptions } from './ai-tools.ts'
import { toParts } from './to-parts.ts'

export type AiToolsOnDemandOptions = OnDemandOptions &
  Pick<AiToolsOptions, 'files' | 'needsApproval' | 'conversation'> & {
    /**
     * Your own tools, which are available in every step. A copy of the returned `tools` with more in
     * it would not be updated.
     */
    ownTools?: ToolSet | undefined
  }

/** Settings to spread into `generateText` or `streamText`. */
export type AiToolsOnDemand<Tools = ToolSet> = {
  /**
   * Updated before each step. With `tools` in the options, only those have types: calls of all others
   * are dynamic.
   */
  tools: Tools
  prepareStep: (step: { messages: ModelMessage[] }) => Promise<{}>
  toolApproval: (request: { toolCall: { toolName: string; input?: unknown } }) => Promise<Approval>
}

/**
 * Starts an agent of the Vercel AI SDK with the meta tools. Each tool that its searches find can be
 * called directly, by its name and schema, from the next step on.
 *
 * The loaded tools are derived from the messages alone, so another process can continue the
 * conversation with the same tools. Call this once per conversation. Tools named in `tools` are
 * available from the first step, in addition to the meta tools, with the types that `plugboard
 * generate types` declared, as with `aiTools`. Tools of your own go into `ownTools`.
 *
 * @example
 * const session = await new Plugboard().createSession('ada')
 * const { text } = await generateText({
 *   model: openai('gpt-5'),
 *   ...(await aiToolsOnDemand(session)),
 *   stopWhen: isStepCount(10),
 *   prompt: 'Tell the builders that the door is broken',
 * })
 */
export async function aiToolsOnDemand<const Slugs extends readonly ToolSlug[]>(
  session: Session,
  options: Omit<AiToolsOnDemandOptions, keyof OnDemandOptions> & NamedOnDemandOptions<Slugs>,
): Promise<AiToolsOnDemand<AiToolSet<Slugs>>>
export async function aiToolsOnDemand(
  session: Session,
  options?: AiToolsOnDemandOptions,
): Promise<AiToolsOnDemand>
export async function aiToolsOnDemand(
  session: Session,
  { files, needsApproval, conversation, ownTools = {}, ...options }: AiToolsOnDemandOptions = {},
): Promise<AiToolsOnDemand> {
  const named = new Set<string>(options.tools)
  const { always, found } = await toolsOnDemand(
    session,
    (tool) => {
      const isNamed = named.has(tool.slug)
      return [tool.name, toAiTool(tool, { files, needsApproval, conversation, isNamed })] as const
    },
    options,
  )
  const tools: ToolSet = { ...Object.fromEntries(always), ...ownTools }
  let loaded: string[] = []

  const prepareStep: AiToolsOnDemand['prepareStep'] = async ({ messages }) => {
    const next = Object.fromEntries(await found(messages.flatMap(toMentions)))
    for (const name of loaded) if (!Object.hasOwn(next, name)) delete tools[name]
    loaded = Object.keys(next).filter(
      (name) => !Object.hasOwn(tools, name) || loaded.includes(name),
    )
    // The AI SDK reads this object again in each step, after it has called `prepareStep`.
    for (const name of loaded) tools[name] = next[name] as ToolSet[string]
    return {}
  }

  return {
    tools,
    prepareStep,
    toolApproval: async ({ toolCall: { toolName, input } }) => {
      const tool = tools[toolName]
      return tool && checkApproval(tool, input)
    },
  }
}

const toMentions = (message: ModelMessage): ToolMention[] =>
  toParts(message).flatMap((part): ToolMention[] => {
    if (part.type === 'tool-call') return [{ toolName: part.toolName }]
    return part.type === 'tool-result' && part.output.type === 'json'
      ? [{ toolName: part.toolName, output: part.output.value }]
      : []
  })
