import { PlugboardError } from '../../client/index.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { foundSlugs } from './found-slugs.ts'
import type { ToolsOptions } from '../session/session-work.ts'
import type { Session } from '../session/session.ts'

export type OnDemandOptions = Omit<ToolsOptions, 'search' | 'limit' | 'ignoreMissing'> & {
  /** At most so many found tools at a time, those that were found or called last: 32 by default. */
  maximum?: number | undefined
}

/**
 * What a conversation says of a tool: that it was called; with `output`, what the model was shown
 * of its result, as text or parsed.
 */
export type ToolMention = { toolName: string; output?: unknown }

/** The tools of an agent that finds them by itself, in the form of its framework. */
export type ToolsOnDemand<Tool> = {
  /** The meta tools, and those that were named; there from the beginning. */
  always: Tool[]
  /** Those that searches of the conversation found or that were called, the last first. */
  found: (mentions: readonly ToolMention[]) => Promise<Tool[]>
}

/**
 * Lets an agent begin with the meta tools, and call each tool that its searches find by its own
 * name and schema: for adapters of frameworks.
 *
 * Which tools are loaded follows from the conversation alone, so it goes on in another process with
 * the tools it had.
 *
 * @example
 * const { always, found } = await toolsOnDemand(session, (tool) => tool)
 * const tools = [...always, ...(await found([{ toolName: 'SVC_SEARCH_TOOLS', output: shownToTheModel }]))]
 */
export const toolsOnDemand = async <Tool>(
  session: Pick<Session, 'tools'>,
  make: (tool: AgentTool) => Tool,
  { maximum = 32, tools: slugs, ...options }: OnDemandOptions = {},
): Promise<ToolsOnDemand<Tool>> => {
  const always = [
    ...(await session.tools(options)),
    ...(slugs ? await session.tools({ ...options, tools: slugs }) : []),
  ]
  const constant = new Set(always.map(({ name }) => name))
  const loaded = new Map<string, { name: string; made: Tool } | undefined>()

  const load = async (wanted: readonly string[]): Promise<void> => {
    const missing = wanted.filter((slug) => !loaded.has(slug))
    if (missing.length === 0) return
    const found = await session.tools({ ...options, tools: missing, ignoreMissing: true })
    for (const slug of missing) loaded.set(slug, undefined)
    for (const tool of found) loaded.set(tool.slug, { name: tool.name, made: make(tool) })
  }

  return {
    always: always.map(make),
    found: async (mentions) => {
      const slugOf = new Map(
        [...loaded].flatMap(([slug, entry]) => (entry ? [[entry.name, slug] as const] : [])),
      )
      const wanted = mentionedSlugs(mentions, slugOf).slice(0, maximum)
      try {
        await load(wanted)
      } catch (error) {
        // The agent still runs every tool through SVC_MULTI_EXECUTE_TOOL; the next step tries
        // again.
        if (!(error instanceof PlugboardError)) throw error
      }
      return wanted
        .flatMap((slug) => loaded.get(slug) ?? [])
        .filter(({ name }) => !constant.has(name))
        .map(({ made }) => made)
    },
  }
}

/** The tools that searches found or that were called, the last first. */
const mentionedSlugs = (
  mentions: readonly ToolMention[],
  slugOf: ReadonlyMap<string, string>,
): string[] => [
  ...new Set(
    mentions
      .toReversed()
      .flatMap(({ toolName, output }) =>
        output === undefined ? (slugOf.get(toolName) ?? []) : foundSlugs(toolName, output),
      ),
  ),
]
