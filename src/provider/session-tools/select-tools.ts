import { PlugboardError, type CallOptions } from '../../client/index.ts'
import { toAgentTool, type AgentTool } from '../tools/agent-tool.ts'
import { fetchToolDefinitions } from './fetch-tool-definitions.ts'
import { loadTools } from './load-tools.ts'
import { adaptSchema } from './adapt-schema.ts'
import type { SearchOptions, ToolsOptions } from '../session/session-operations.ts'
import { searchTools } from './search-tools.ts'
import { toAnnotations } from '../tools/tool-annotations.ts'
import type { ToolSource } from './session-parts.ts'
import { toTool } from './to-tool.ts'

/** Returns the tools that the options request, without duplicates. */
export const selectTools = async (
  source: ToolSource,
  { profile = 'original', bindsFound = false, ...options }: ToolsOptions,
): Promise<AgentTool[]> => {
  if (bindsFound) source.core.tools = { ...source.core.tools, bindsFound }
  const tools = await originalTools(source, options)
  return profile === 'original' ? tools : tools.map((tool) => tool.forModel(profile))
}

const originalTools = async (
  source: ToolSource,
  {
    search,
    tools: slugs,
    ignoreMissing = false,
    ...options
  }: Omit<ToolsOptions, 'profile' | 'bindsFound'>,
): Promise<AgentTool[]> => {
  if (search === undefined && slugs === undefined) return metaTools(source, options)
  const named = slugs === undefined ? [] : await namedTools(source, slugs, ignoreMissing, options)
  const found = search === undefined ? [] : await foundTools(source, search, options)
  return [...new Map([...named, ...found].map((tool) => [tool.slug, tool])).values()]
}

const metaTools = async (source: ToolSource, options: CallOptions): Promise<AgentTool[]> => {
  const { items = [] } = await loadTools(source, { slugs: [], meta: true }, options)
  return items.map((tool) => {
    const { description, input_schema } = adaptSchema(source, {
      toolkit: tool.toolkit.slug,
      tool_slug: tool.slug,
      description: tool.description,
      input_schema: tool.input_parameters,
    })
    return toAgentTool(source, {
      slug: tool.slug,
      description: description ?? '',
      inputSchema: input_schema ?? {},
      outputSchema: tool.output_parameters,
      annotations: toAnnotations(tool.tags, tool.name),
    })
  })
}

const namedTools = async (
  source: ToolSource,
  slugs: readonly string[],
  ignoreMissing: boolean,
  { select, ...options }: SearchOptions,
): Promise<AgentTool[]> => {
  const isMeta = (slug: string) => source.core.record.tool_router_tools.includes(slug)
  const meta = slugs.some(isMeta) ? await metaTools(source, options) : []
  const definitions = await fetchToolDefinitions(
    source,
    slugs.filter((slug) => !isMeta(slug)),
    options,
  )
  const tools = new Map([
    ...meta.map((tool) => [tool.slug, tool] as const),
    ...[...definitions].map(
      ([slug, definition]) => [slug, toTool(source, definition, select)] as const,
    ),
  ])
  const missing = slugs.filter((slug) => !tools.has(slug))
  if (missing.length > 0 && !ignoreMissing) throw unknownTools(source, missing)
  return slugs.flatMap((slug) => tools.get(slug) ?? [])
}

const unknownTools = ({ core }: ToolSource, slugs: string[]): PlugboardError =>
  new PlugboardError(
    'not_found',
    `No tool ${slugs.map((slug) => `"${slug}"`).join(', ')} in session ${core.id}`,
    {
      suggestedFix:
        'Check the spelling, and that the session enables the toolkit; session.search searches for tools',
    },
  )

const foundTools = async (
  source: ToolSource,
  search: string | readonly string[],
  options: SearchOptions,
): Promise<AgentTool[]> => {
  const { success, error, tools } = await searchTools(source, search, options)
  if (success) return tools
  throw new PlugboardError('search_failed', error ?? 'The search failed', {
    suggestedFix: 'Search again; session.search also returns the results of the other searches',
  })
}
