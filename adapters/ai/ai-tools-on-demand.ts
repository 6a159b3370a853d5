import type { ModelMessage, ToolSet } from 'ai'
import { foundSlugs, PlugboardError, type Session } from '../../src/index.ts'
import { askFor, type Approval } from './ai-tool-approval.ts'
import { aiTools, toAiTool, type AiToolsOptions } from './ai-tools.ts'
import { toParts } from './to-parts.ts'

export type AiToolsOnDemandOptions = Omit<AiToolsOptions, 'search' | 'limit' | 'ignoreMissing' | 'deferLoading'> & {
  /** At most so many found tools at a time, those that were found or called last: 32 by default. */
  maximum?: number | undefined
}

/** Settings of `generateText` and `streamText`, to be spread into them. */
export type AiToolsOnDemand = {
  /** Changes from step to step. */
  tools: ToolSet
  prepareStep: (step: { messages: ModelMessage[] }) => Promise<{}>
  toolApproval: (request: { toolCall: { toolName: string; input?: unknown } }) => Promise<Approval>
}

/**
 * Lets an agent of the Vercel AI SDK begin with the meta tools, and call each tool that its searches find by its own name and schema from the next step on.
 *
 * Which tools are loaded follows from the messages alone, so a conversation goes on in another process with the tools it had.
 * Make one for each conversation; `tools` beside the meta tools are there from the beginning.
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
export const aiToolsOnDemand = async (session: Session, { maximum = 32, tools: slugs, files, needsApproval, ...options }: AiToolsOnDemandOptions = {}): Promise<AiToolsOnDemand> => {
  const ways = { files, needsApproval }
  const always: ToolSet = { ...(await aiTools(session, { ...options, ...ways })), ...(slugs && (await aiTools(session, { ...options, ...ways, tools: slugs }))) }
  const tools: ToolSet = { ...always }
  const loaded = new Map<string, { name: string; tool: ToolSet[string] } | undefined>()

  const load = async (wanted: string[]): Promise<void> => {
    const missing = wanted.filter((slug) => !loaded.has(slug))
    if (missing.length === 0) return
    const found = await session.tools({ ...options, tools: missing, ignoreMissing: true })
    for (const slug of missing) loaded.set(slug, undefined)
    for (const tool of found) loaded.set(tool.slug, { name: tool.name, tool: toAiTool(tool, ways) })
  }

  const prepareStep: AiToolsOnDemand['prepareStep'] = async ({ messages }) => {
    const known = new Map([...loaded].flatMap(([slug, entry]) => (entry ? [[entry.name, slug] as const] : [])))
    const wanted = mentionedSlugs(messages, known).slice(0, maximum)
    try {
      await load(wanted)
    } catch (error) {
      // The agent still runs every tool through SVC_MULTI_EXECUTE_TOOL; the next step tries again.
      if (!(error instanceof PlugboardError)) throw error
    }
    const next = Object.fromEntries(wanted.flatMap((slug) => loaded.get(slug) ?? []).map(({ name, tool }) => [name, tool]))
    for (const name of Object.keys(tools)) if (!Object.hasOwn(always, name) && !Object.hasOwn(next, name)) delete tools[name]
    // The AI SDK reads this very object anew in each step, after it called `prepareStep`.
    Object.assign(tools, next, always)
    return {}
  }

  return {
    tools,
    prepareStep,
    toolApproval: async ({ toolCall: { toolName, input } }) => {
      const tool = tools[toolName]
      return tool && askFor(tool, input)
    },
  }
}

/** The tools that searches found or that were called, the last first. */
const mentionedSlugs = (messages: readonly ModelMessage[], known: ReadonlyMap<string, string>): string[] => [
  ...new Set(
    messages.flatMap(toParts).toReversed().flatMap((part) => {
      if (part.type === 'tool-call') return known.get(part.toolName) ?? []
      return part.type === 'tool-result' && part.output.type === 'json' ? foundSlugs(part.toolName, part.output.value) : []
    }),
  ),
]
