import { PlugboardError } from '../../client/index.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { foundSlugs } from './found-slugs.ts'
import type { ToolsOptions } from '../session/session-operations.ts'
import type { Session } from '../session/session.ts'

export type OnDemandOptions = Omit<ToolsOptions, 'search' | 'limit' | 'ignoreMissing'> & {
  /**
   * Maximum number of found tools at a time; the most recently found or called ones are kept.
   * Default: 32.
   */
  maximum?: number | undefined
}

/**
 * A mention of a tool in a conversation: a call of it and, in `output`, what the model was shown of
 * the result, as text or parsed.
 */
export type ToolMention = { toolName: string; output?: unknown }

/** The tools of an agent that finds tools by search, in the format of its framework. */
export type ToolsOnDemand<Tool> = {
  /** The meta tools and the tools named in the options, available from the first step. */
  always: Tool[]
  /** Returns the tools that were found or called in the conversation, most recent first. */
  found: (mentions: readonly ToolMention[]) => Promise<Tool[]>
}

/**
 * Starts an agent with the meta tools. Each tool that its searches find can be called directly, by
 * its name and schema. For adapters of agent frameworks.
 *
 * The loaded tools are derived from the conversation alone, so another process can continue it with
 * the same tools.
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
        // If this fails, the agent can still run every tool through SVC_MULTI_EXECUTE_TOOL, and the
        // next step tries again.
        if (!(error instanceof PlugboardError)) throw error
      }
      return wanted
        .flatMap((slug) => loaded.get(slug) ?? [])
        .filter(({ name }) => !constant.has(name))
        .map(({ made }) => made)
    },
  }
}

/** Returns the slugs that were found or called, most recent first. */
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
