import { setImmediate } from 'node:timers/promises'
import type { Project } from '../projects/project.ts'
import type { Catalog, Toolkit, ToolSummary } from './catalog.ts'
import { possibleOwners } from './possible-owners.ts'

export type ToolListFilter = { slugs?: string[] | undefined; tags?: string[] | undefined; scopes?: string[] | undefined }

type Page = { offset: number; limit: number }

/** How long toolkits are gone through before other requests go first. */
const sliceMs = 10

/** One page of the tools of these toolkits, in their order, and how many there are. Toolkits that the page does not reach are only counted. */
export const listToolPage = async (catalog: Pick<Catalog, 'listTools'>, project: Project, toolkits: readonly Toolkit[], filter: ToolListFilter, { offset, limit }: Page): Promise<{ tools: ToolSummary[]; total: number }> => {
  const isWhole = !filter.slugs && !filter.tags && !filter.scopes
  const accepts = toToolCheck(filter)
  const tools: ToolSummary[] = []
  let total = 0
  let sliceStart = performance.now()
  for (const toolkit of filter.slugs ? ownersOf(toolkits, filter.slugs) : toolkits) {
    if (isWhole && (total + toolkit.toolsCount <= offset || total >= offset + limit)) {
      total += toolkit.toolsCount
      continue
    }
    const own = await catalog.listTools(project, toolkit.definition.slug, toolkit.version)
    const matching = isWhole ? own : own.filter(accepts)
    tools.push(...matching.slice(Math.max(0, offset - total), Math.max(0, offset + limit - total)))
    total += matching.length
    if (performance.now() - sliceStart > sliceMs) {
      await setImmediate()
      sliceStart = performance.now()
    }
  }
  return { tools, total }
}

/** The slugs of all tools of these toolkits, in their order. */
export const listToolSlugs = async (catalog: Pick<Catalog, 'listTools'>, project: Project, toolkits: readonly Toolkit[]): Promise<string[]> =>
  (await listToolPage(catalog, project, toolkits, {}, { offset: 0, limit: Number.POSITIVE_INFINITY })).tools.map(({ slug }) => slug)

/** Whether a tool passes every filter that is given. */
export const toToolCheck = ({ slugs, tags, scopes }: ToolListFilter): ((tool: ToolSummary) => boolean) => {
  const named = slugs && new Set(slugs)
  return (tool) => (!named || named.has(tool.slug)) && (!tags || tags.some((tag) => tool.tags.includes(tag))) && (!scopes || scopes.some((scope) => tool.scopes.includes(scope)))
}

const ownersOf = (toolkits: readonly Toolkit[], slugs: string[]): Toolkit[] => {
  const all = new Map(toolkits.map((toolkit) => [toolkit.definition.slug, toolkit]))
  const owners = new Set(slugs.flatMap((slug) => possibleOwners(all, slug)))
  return toolkits.filter(({ definition }) => owners.has(definition.slug))
}
