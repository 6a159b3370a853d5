import type { Project } from '../endpoint/index.ts'
import { createYielder } from '../platform/create-yielder.ts'
import type { Catalog, Toolkit, ToolSummary } from './catalog.ts'

export type ToolListFilter = {
  slugs?: string[] | undefined
  tags?: string[] | undefined
  scopes?: string[] | undefined
}

type ToolLists = Pick<Catalog, 'listTools' | 'findSummaries'>

type Page = { offset: number; limit: number }

/**
 * One page of the tools of these toolkits, in their order, and the total; of each toolkit, the
 * featured tools come first. Toolkits outside the page are only counted.
 */
export const listToolPage = async (
  catalog: ToolLists,
  project: Project,
  toolkits: readonly Toolkit[],
  filter: ToolListFilter,
  { offset, limit }: Page,
): Promise<{ tools: ToolSummary[]; total: number }> => {
  const isWhole = !filter.slugs && !filter.tags && !filter.scopes
  const accepts = toToolCheck({ tags: filter.tags, scopes: filter.scopes })
  const tools: ToolSummary[] = []
  let total = 0
  const yieldIfDue = createYielder()
  const named = filter.slugs && (await findNamed(catalog, project, toolkits, filter.slugs))
  for (const toolkit of toolkits) {
    if (isWhole && (total + toolkit.toolsCount <= offset || total >= offset + limit)) {
      total += toolkit.toolsCount
      continue
    }
    const own = named
      ? (named.get(toolkit.definition.slug) ?? [])
      : await catalog.listTools(project, toolkit.definition.slug, toolkit.version)
    const matching = featuredFirst(toolkit, isWhole ? own : own.filter(accepts))
    tools.push(...matching.slice(Math.max(0, offset - total), Math.max(0, offset + limit - total)))
    total += matching.length
    await yieldIfDue()
  }
  return { tools, total }
}

const featuredFirst = (
  { definition: { featured = [] } }: Toolkit,
  tools: readonly ToolSummary[],
): readonly ToolSummary[] => {
  if (featured.length === 0) return tools
  const slugs = new Set(featured)
  return [
    ...tools.filter(({ slug }) => slugs.has(slug)),
    ...tools.filter(({ slug }) => !slugs.has(slug)),
  ]
}

/** The named tools of each toolkit, each once and in the order of their slugs. */
const findNamed = async (
  catalog: ToolLists,
  project: Project,
  toolkits: readonly Toolkit[],
  slugs: string[],
): Promise<Map<string, ToolSummary[]>> => {
  const found = await catalog.findSummaries(project, toolkits, slugs)
  const tools = [...new Map([...found.values()].map((tool) => [tool.slug, tool])).values()]
  return Map.groupBy(
    tools.toSorted((one, other) => (one.slug < other.slug ? -1 : 1)),
    (tool) => tool.toolkit,
  )
}

/** The slugs of all tools of these toolkits, in their order. */
export const listToolSlugs = async (
  catalog: ToolLists,
  project: Project,
  toolkits: readonly Toolkit[],
): Promise<string[]> =>
  (
    await listToolPage(
      catalog,
      project,
      toolkits,
      {},
      { offset: 0, limit: Number.POSITIVE_INFINITY },
    )
  ).tools.map(({ slug }) => slug)

/** Whether a tool passes every given filter. */
export const toToolCheck = ({
  slugs,
  tags,
  scopes,
}: ToolListFilter): ((tool: ToolSummary) => boolean) => {
  const named = slugs && new Set(slugs)
  return (tool) =>
    (!named || named.has(tool.slug)) &&
    (!tags || tags.some((tag) => tool.tags.includes(tag))) &&
    (!scopes || scopes.some((scope) => tool.scopes.includes(scope)))
}
