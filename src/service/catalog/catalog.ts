import { LRUCache } from 'lru-cache'
import type { ToolkitVersions } from '../../contract/common.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import type { Project, Projects } from '../projects/project.ts'
import { ServiceError } from '../service-error.ts'
import type { ToolDefinition, ToolkitDefinition } from './definitions.ts'
import { possibleOwners } from './possible-owners.ts'
import { catalogStore, type ToolRow } from './store.ts'

/** A toolkit in one of its versions, without its tools. */
export type Toolkit = {
  version: string
  createdAt: string
  updatedAt: string
  toolsCount: number
  /** The `catalogStamp` of the project that this version made. */
  stamp: number
  definition: Omit<ToolkitDefinition, 'tools'>
}

/** What lists, searches and policies need to know of a tool. */
export type ToolSummary = {
  slug: string
  toolkit: string
  version: string
  name: string
  description: string
  /** Names of its arguments. */
  parameters: string[]
  tags: string[]
  scopes: string[]
}

/** A tool with everything, in one version. */
export type CatalogTool = { toolkit: string; version: string; definition: ToolDefinition }

export type Catalog = ReturnType<typeof createCatalog>

/**
 * Reads the toolkits and tools of a project.
 *
 * A version never changes once it is made, so what was read of it is kept; which version is the latest is kept per
 * `catalogStamp` of the project.
 */
export const createCatalog = (parts: { database: Database; projects: Projects; events: Events }) => {
  const store = catalogStore(parts.database.handle)
  const latest = new LRUCache<string, Map<string, Toolkit>>({ max: 500 })
  const summaries = new LRUCache<string, ToolSummary[]>({ max: 20_000, maxSize: 100_000, sizeCalculation: (tools) => tools.length + 1 })
  const documents = new LRUCache<string, CatalogTool>({ maxSize: 32 * 1024 * 1024, sizeCalculation: (_tool, key) => documentSizes.get(key) ?? 1 })
  const documentSizes = new Map<string, number>()

  parts.events.subscribe('project.deleted', 'catalog', async ({ scope }) => {
    await store.deleteImports(scope)
    for (const { slug } of await store.listToolkits(scope)) {
      await parts.database.transaction((transaction) => catalogStore(transaction).deleteToolkit(scope, slug))
    }
  })

  /** Every toolkit of the project in its latest version, by slug. */
  const listToolkits = async (project: Project): Promise<Map<string, Toolkit>> => {
    const key = `${project.id} ${project.catalogStamp}`
    const known = latest.get(key)
    if (known) return known
    const rows = await store.listToolkits(project.id)
    const toolkits = new Map(rows.map((row) => [row.slug, toToolkit(row, row)]))
    latest.set(key, toolkits)
    return toolkits
  }

  /** Every toolkit as it was when the project's stamp was `stamp`; what came later is not there. */
  const listToolkitsAt = async (project: Project, stamp: number): Promise<Map<string, Toolkit>> => {
    const toolkits = await listToolkits(project)
    if (stamp >= project.catalogStamp) return toolkits
    const key = `${project.id} ${project.catalogStamp} ${stamp}`
    const known = latest.get(key)
    if (known) return known
    const then = new Map<string, Toolkit>()
    for (const [slug, toolkit] of toolkits) {
      const row = toolkit.stamp <= stamp ? toolkit : await store.findToolkitVersionAt(project.id, slug, stamp)
      if (row) then.set(slug, 'toolsCount' in row ? row : toToolkit(row, { created_at: toolkit.createdAt, updated_at: row.created_at }))
    }
    latest.set(key, then)
    return then
  }

  const getToolkit = async (project: Project, slug: string, version?: string): Promise<Toolkit> => {
    const toolkit = (await listToolkits(project)).get(slug)
    if (!toolkit) throw new ServiceError('not_found', `No toolkit "${slug}"`, { suggestedFix: 'GET /api/v3/toolkits lists the toolkits of this project' })
    if (version === undefined || version === 'latest' || version === toolkit.version) return toolkit
    const row = await store.findToolkitVersion(project.id, slug, version)
    if (!row) throw new ServiceError('not_found', `The toolkit "${slug}" has no version "${version}"`, { suggestedFix: `Use "latest" or one of: ${(await store.listToolkitVersions(project.id, slug)).join(', ')}` })
    return toToolkit(row, { created_at: toolkit.createdAt, updated_at: row.created_at })
  }

  /** The tools of one version of a toolkit, by slug. */
  const listTools = async (project: Project, toolkit: string, version: string): Promise<ToolSummary[]> => {
    const key = `${project.id} ${toolkit} ${version}`
    const known = summaries.get(key)
    if (known) return known
    const tools = (await store.listToolsOf(project.id, { slug: toolkit, version })).map(toSummary)
    summaries.set(key, tools)
    return tools
  }

  const findTool = async (project: Project, slug: string, version: string): Promise<CatalogTool | undefined> => {
    const key = `${project.id} ${slug} ${version}`
    const known = documents.get(key)
    if (known) return known
    const row = await store.findTool(project.id, slug, version)
    if (!row) return undefined
    const tool = { toolkit: row.toolkit_slug, version: row.version, definition: JSON.parse(row.document) as ToolDefinition }
    documentSizes.set(key, row.document.length)
    documents.set(key, tool)
    documentSizes.delete(key)
    return tool
  }

  /** A tool by slug (any letter case), in the version asked for or the latest of its toolkit. */
  const getTool = async (project: Project, slug: string, versions?: ToolkitVersions | undefined): Promise<CatalogTool> => {
    const upperCase = slug.toUpperCase()
    const owner = await toolkitOfTool(project, upperCase)
    const toolkit = owner === undefined ? undefined : (await listToolkits(project)).get(owner)
    if (!toolkit) throw unknownTool(slug)
    const wanted = versionOf(versions, toolkit.definition.slug) ?? toolkit.version
    const tool = await findTool(project, upperCase, wanted === 'latest' ? toolkit.version : wanted)
    if (tool) return tool
    const existing = (await listVersionsOfTools(project, [upperCase])).get(upperCase)
    if (!existing) throw unknownTool(slug)
    throw new ServiceError('not_found', `The tool "${upperCase}" has no version "${wanted}"`, { suggestedFix: `Use "latest" or one of: ${existing.join(', ')}` })
  }

  /** In which versions each tool exists, newest first. */
  const listVersionsOfTools = async (project: Project, slugs: string[]): Promise<Map<string, string[]>> => {
    const rows = slugs.length === 0 ? [] : await store.listVersionsOfTools(project.id, slugs)
    return new Map([...Map.groupBy(rows, (row) => row.slug)].map(([slug, versions]) => [slug, versions.map((row) => row.version)]))
  }

  /** Slugs begin with their toolkit's; where several toolkits could be meant, the one that has the tool. */
  const toolkitOfTool = async (project: Project, slug: string): Promise<string | undefined> => {
    const candidates = possibleOwners(await listToolkits(project), slug)
    if (candidates.length === 1) return candidates[0]
    return (await store.findToolkitOfTool(project.id, slug))?.toolkit_slug
  }

  return {
    listToolkits,
    listToolkitsAt,
    getToolkit,
    listTools,
    findTool,
    getTool,
    toolkitOfTool,
    listToolkitVersions: (project: Project, slug: string) => store.listToolkitVersions(project.id, slug),
    listVersionsOfTools,

    /** Removes a toolkit in a transaction that also removes what hangs on it. */
    deleteToolkit: async (transaction: Handle, project: Project, slug: string): Promise<boolean> => {
      const deleted = await catalogStore(transaction).deleteToolkit(project.id, slug)
      if (deleted) await parts.projects.bumpCatalogStamp(transaction, project.id)
      return deleted
    },
  }
}

export const unknownTool = (slug: string) =>
  new ServiceError('not_found', `No tool "${slug}"`, { suggestedFix: 'Search for it, or list the tools with GET /api/v3/tools' })

/** The version that a request names for a toolkit, if it names one. */
export const versionOf = (versions: ToolkitVersions | undefined, toolkit: string): string | undefined =>
  typeof versions === 'string' ? versions : versions && Object.hasOwn(versions, toolkit) ? versions[toolkit] : undefined

const toToolkit = (row: { version: string; definition: string; tools_count: number; stamp: number }, times: { created_at: string; updated_at: string }): Toolkit => ({
  version: row.version,
  createdAt: times.created_at,
  updatedAt: times.updated_at,
  toolsCount: row.tools_count,
  stamp: row.stamp,
  definition: JSON.parse(row.definition) as Toolkit['definition'],
})

const toSummary = (row: ToolRow): ToolSummary => ({
  slug: row.slug,
  toolkit: row.toolkit_slug,
  version: row.version,
  name: row.name,
  description: row.description,
  parameters: JSON.parse(row.parameters) as string[],
  tags: JSON.parse(row.tags) as string[],
  scopes: JSON.parse(row.scopes) as string[],
})
