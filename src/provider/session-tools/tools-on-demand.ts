import { PlugboardError } from '../../client/index.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { loadedSlugs, type ToolMention } from './loaded-slugs.ts'
import type { NamedToolsOptions, ToolLister, ToolsOptions } from '../session/session-operations.ts'
import type { ToolSlug } from '../tools/tool-types.ts'
import { withoutBoundSchemas } from './without-bound-schemas.ts'

export type OnDemandOptions = Omit<
  ToolsOptions,
  'search' | 'limit' | 'ignoreMissing' | 'bindsFound'
> & {
  /**
   * Maximum number of found tools at a time; the most recently found or called ones are kept.
   * Default: 32.
   */
  maximum?: number | undefined
}

/** Options that name tools whose types are known by their slugs: see `NamedToolsOptions`. */
export type NamedOnDemandOptions<Slugs extends readonly ToolSlug[]> = Omit<
  OnDemandOptions,
  'tools' | 'select' | 'profile'
> &
  Pick<NamedToolsOptions<Slugs>, 'tools' | 'select' | 'profile'>

/** The tools of an agent that finds tools by search, in the format of its framework. */
export type ToolsOnDemand<Tool> = {
  /** The meta tools and the tools named in the options, available from the first step. */
  always: Tool[]
  /**
   * Returns the tools that were found in the conversation, in the order in which they were found.
   * Append them to `always`: providers cache requests whose tools begin with those of the last one.
   */
  found: (mentions: readonly ToolMention[]) => Promise<Tool[]>
}

/**
 * Starts an agent with the meta tools. Each tool that is a primary result of its searches, or whose
 * schema it asks for, can be called directly, by its name and schema, which the model is then not
 * shown in the answer of the search. For adapters of agent frameworks.
 *
 * The loaded tools are derived from the conversation alone, so another process can continue it with
 * the same tools.
 *
 * @example
 * const { always, found } = await toolsOnDemand(session, (tool) => tool)
 * const tools = [...always, ...(await found([{ toolName: 'SVC_SEARCH_TOOLS', output: shownToTheModel }]))]
 */
export const toolsOnDemand = async <Tool>(
  session: ToolLister,
  make: (tool: AgentTool) => Tool,
  { maximum = 32, tools: slugs, ...options }: OnDemandOptions = {},
): Promise<ToolsOnDemand<Tool>> => {
  const always = [
    ...(await session.tools({ ...options, bindsFound: true })),
    ...(slugs ? await session.tools({ ...options, tools: slugs }) : []),
  ]
  const constant = new Set(always.map(({ name }) => name))
  const loaded = new Map<string, { name: string; made: Tool } | undefined>()

  const load = async (wanted: readonly ToolSlug[]): Promise<void> => {
    const missing = wanted.filter((slug) => !loaded.has(slug))
    if (missing.length === 0) return
    const found = await session.tools({ ...options, tools: missing, ignoreMissing: true })
    for (const slug of missing) loaded.set(slug, undefined)
    for (const tool of found) loaded.set(tool.slug, { name: tool.name, made: make(tool) })
  }

  return {
    always: always.map((tool) => make(withoutBoundSchemas(tool, maximum))),
    found: async (mentions) => {
      // The service found them, whether or not the compiler knows them.
      const wanted = loadedSlugs(mentions, maximum) as ToolSlug[]
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
