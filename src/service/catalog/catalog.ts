import { LRUCache } from 'lru-cache'
import { entries } from '../platform/entries.ts'
import type { ToolkitVersions } from '../../contract/common.ts'
import type { Project } from '../endpoint/index.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import { listSome } from '../platform/list-some.ts'
import type { Projects } from '../projects/index.ts'
import { ServiceError } from '../service-error.ts'
import type { HintOverrides } from './annotations/apply-hints.ts'
import {
  createProjectAnnotations,
  type ProjectAnnotations,
} from './annotations/project-annotations.ts'
import type { ToolDefinition } from './definitions.ts'
import { createTypeReader } from './graphql/create-type-reader.ts'
import { createInVersions, unknownVersion } from './in-versions.ts'
import { createLatestToolkits, createToToolkit, type Toolkit } from './latest-toolkits.ts'
import { possibleOwners } from './possible-owners.ts'
import { createOpenTools } from './shared-definitions/open-tools.ts'
import { createNamesOf } from './slug-owners/tool-names.ts'
import { catalogStore, type SlugKind } from './store.ts'
import { readTexts } from './stored-definitions.ts'
import { readToolDocuments } from './tool-documents.ts'
import { unknownTool, unknownToolkit } from './unknown-slug.ts'
import { createVersionsOfTools } from './versions-of-tools.ts'
import { versionOf } from './version-of.ts'

export { versionOf } from './version-of.ts'
export type { Toolkit } from './latest-toolkits.ts'

/** The data of a tool that lists and policies need. */
export type ToolSummary = {
  slug: string
  toolkit: string
  version: string
  tags: readonly string[]
  scopes: readonly string[]
  /** Hash of the whole tool: tools with the same hash are the same. */
  hash: string
}

/** A full tool, in one version. */
export type CatalogTool = {
  toolkit: string
  version: string
  /** Its `outputParameters` are at most an outline. */
  definition: ToolDefinition
  /** The definition has at most so many, as JSON. */
  characters: number
  /** The hints that the project set; `definition.tags` takes them into account. */
  overrides?: HintOverrides
}

/** Characters of the definitions in one answer, or in one page of a list. */
export const longestAnswer = 8 * 1024 * 1024

export type Catalog = ReturnType<typeof createCatalogRules>

/**
 * Reads the toolkits and tools of a project.
 *
 * A version is immutable, so it is cached once it was read; which version is the latest is cached
 * per `catalogStamp` of the project.
 */
export const createCatalogRules = (parts: {
  database: Database
  projects: Projects
  events: Events
  publicUrl: () => string
}) => {
  const store = catalogStore(parts.database.handle)
  const toToolkit = createToToolkit(parts.publicUrl)
  const toolkits = createLatestToolkits(store, toToolkit)
  const listToolkits = toolkits.list
  const namesOf = createNamesOf(store)
  const { listVersionsOfTools, listNewestVersionsOfTools } = createVersionsOfTools(store, namesOf)
  const annotationsOf = createProjectAnnotations(store, namesOf)
  const summaries = new LRUCache<string, ToolSummary[]>({
    maxSize: 300_000,
    // No more than 20,000 entries.
    sizeCalculation: (tools) => Math.max(15, tools.length + 1),
  })
  const documents = new LRUCache<string, CatalogTool>({
    maxSize: 32 * 1024 * 1024,
  })
  const openTools = createOpenTools(store)
  const owners = new LRUCache<string, string>(entries(10_000))

  const getToolkit = async (project: Project, slug: string, version?: string): Promise<Toolkit> => {
    const toolkits = await listToolkits(project)
    const toolkit = toolkits.get(slug)
    if (!toolkit) throw unknownToolkit(slug, toolkits.keys())
    if (version === undefined || version === 'latest' || version === toolkit.version) return toolkit
    const row = await store.findToolkitVersion(project.id, slug, version)
    if (!row) throw unknownVersion(slug, version, await store.listToolkitVersions(project.id, slug))
    return toToolkit(row, { created_at: toolkit.createdAt, updated_at: row.created_at })
  }

  /** The tools of one version of a toolkit, by slug. */
  const listTools = async (
    project: Project,
    toolkit: string,
    version: string,
  ): Promise<ToolSummary[]> => {
    const annotations = await annotationsOf(project)
    const key = `${project.id} ${toolkit} ${version} ${annotations.keyOf('toolkit', toolkit)}`
    const known = summaries.get(key)
    if (known) return known
    const rows = await store.listToolHeads(project.id, { slug: toolkit, version })
    const tools = toSummaries(annotations, toolkit, version, rows)
    summaries.set(key, tools)
    return tools
  }

  const findExactTool = async (
    project: Project,
    slug: string,
    version: string,
  ): Promise<CatalogTool | undefined> => {
    const annotations = await annotationsOf(project)
    const key = toKey(project, annotations, { slug, version })
    const known = documents.get(key)
    if (known) return known
    const row = await store.findTool(project.id, slug, version)
    return row && (await keepAll([{ key, row }], annotations))[0]
  }

  /** A tool by any of its slugs, in one version of its toolkit. */
  const findTool = async (
    project: Project,
    slug: string,
    version: string,
  ): Promise<CatalogTool | undefined> => {
    const tool = await findExactTool(project, slug, version)
    if (tool) return tool
    for (const name of (await namesOf(project, [slug])).get(slug) ?? []) {
      const named = name === slug ? undefined : await findExactTool(project, name, version)
      if (named) return named
    }
    return undefined
  }

  /** Several tools by their slugs in these versions; missing ones are omitted. */
  const findTools = async (
    project: Project,
    tools: readonly { slug: string; version: string }[],
  ): Promise<CatalogTool[]> => {
    const annotations = await annotationsOf(project)
    const keyOf = (tool: { slug: string; version: string }) => toKey(project, annotations, tool)
    const found = new Map(tools.map((tool) => [keyOf(tool), documents.get(keyOf(tool))]))
    const unknown = tools.filter((tool) => !found.get(keyOf(tool)))
    const rows =
      unknown.length === 0
        ? []
        : await store.findTools(
            project.id,
            unknown.map(({ slug }) => slug),
            [...new Set(unknown.map(({ version }) => version))],
          )
    const wanted = rows.map((row) => ({ key: keyOf(row), row })).filter(({ key }) => found.has(key))
    const opened = await keepAll(wanted, annotations)
    for (const [index, { key }] of wanted.entries()) found.set(key, opened[index])
    return tools.flatMap((tool) => found.get(keyOf(tool)) ?? [])
  }

  const toKey = (
    project: Project,
    annotations: ProjectAnnotations,
    { slug, version }: { slug: string; version: string },
  ): string => `${project.id} ${slug} ${version} ${annotations.keyOf('tool', slug)}`

  const keepAll = async (
    tools: readonly { key: string; row: StoredRow }[],
    annotations: ProjectAnnotations,
  ): Promise<CatalogTool[]> => {
    const opened = await openTools(tools.map(({ row }) => row))
    return opened.map(({ definition, characters }, index) => {
      const { key, row } = tools[index] as { key: string; row: StoredRow }
      const tags = annotations.tagsOf(row.slug, readTexts(row.tags, row.slug))
      const overrides = annotations.overridesOf(row.slug)
      const tool = {
        toolkit: row.toolkit_slug,
        version: row.version,
        definition: { ...definition, tags: [...tags] },
        characters,
        ...(overrides && { overrides }),
      }
      documents.set(key, tool, { size: characters })
      return tool
    })
  }

  /** The tools that the toolkits have under these slugs, by the slug as it was given. */
  const findSummaries = async (
    project: Project,
    toolkits: Iterable<Toolkit>,
    slugs: readonly string[],
  ): Promise<Map<string, ToolSummary>> => {
    const versions = new Map(
      [...toolkits].map(({ definition, version }) => [definition.slug, version]),
    )
    const names = await namesOf(
      project,
      slugs.map((slug) => slug.toUpperCase()),
    )
    const rows = await store.listHeadsOfTools(project.id, [...names].flat(2))
    const annotations = await annotationsOf(project)
    const found = new Map(
      rows
        .filter((row) => versions.get(row.toolkit_slug) === row.version)
        .flatMap((row) => toSummaries(annotations, row.toolkit_slug, row.version, [row]))
        .map((tool) => [tool.slug, tool]),
    )
    return new Map(
      slugs.flatMap((slug) => {
        const upperCase = slug.toUpperCase()
        const [tool] = [upperCase, ...(names.get(upperCase) ?? [])].flatMap(
          (name) => found.get(name) ?? [],
        )
        return tool ? [[slug, tool] as const] : []
      }),
    )
  }

  /** The tools of the toolkit that could have such a tool. */
  const namesLike = async (project: Project, upperCase: string): Promise<string[]> => {
    const toolkits = await listToolkits(project)
    const [owner = ''] = possibleOwners(toolkits, upperCase)
    const toolkit = toolkits.get(owner)
    if (!toolkit) return []
    return (await listTools(project, owner, toolkit.version)).map(({ slug }) => slug)
  }

  /** A tool by slug (case-insensitive), in the requested version or the latest of its toolkit. */
  const getTool = async (
    project: Project,
    slug: string,
    versions?: ToolkitVersions | undefined,
  ): Promise<CatalogTool> => {
    const upperCase = slug.toUpperCase()
    const owner = await ownerOf(project, 'tool', upperCase)
    const toolkit = owner === undefined ? undefined : (await listToolkits(project)).get(owner)
    if (!toolkit) throw unknownTool(slug, await namesLike(project, upperCase))
    const wanted = versionOf(versions, toolkit.definition.slug) ?? toolkit.version
    const tool = await findTool(project, upperCase, wanted === 'latest' ? toolkit.version : wanted)
    if (tool) return tool
    const existing = (await listVersionsOfTools(project, [upperCase])).get(upperCase)
    if (!existing) throw unknownTool(slug, await namesLike(project, upperCase))
    throw new ServiceError('not_found', `The tool "${upperCase}" has no version "${wanted}"`, {
      suggestedFix: `Use "latest" or one of: ${listSome(existing)}`,
    })
  }

  /** The toolkit that a slug belongs to. Every lookup of a tool or trigger type uses this. */
  const ownerOf = async (
    project: Project,
    kind: SlugKind,
    slug: string,
  ): Promise<string | undefined> => {
    const candidates = possibleOwners(await listToolkits(project), slug)
    if (candidates.length < 2) return candidates[0]
    const key = `${project.id} ${kind} ${slug}`
    const known = owners.get(key)
    if (known !== undefined) return known
    const owner = (await store.findSlugOwners(project.id, kind, [slug])).get(slug)
    if (owner !== undefined) owners.set(key, owner)
    return owner
  }

  return {
    /** Every toolkit of the project in its latest version, by slug. */
    listToolkits,
    /** Every toolkit in its latest version as of the project's stamp `stamp`. */
    listToolkitsAt: toolkits.listAt,
    getToolkit,
    /** One version of a toolkit, read in a transaction. */
    readToolkit: async (
      transaction: Handle,
      project: Project,
      slug: string,
      version: string,
    ): Promise<Toolkit> => {
      const row = await catalogStore(transaction).findToolkitVersion(project.id, slug, version)
      if (!row)
        throw new ServiceError('not_found', `The toolkit "${slug}" has no version "${version}"`)
      return toToolkit(row, { created_at: row.created_at, updated_at: row.created_at })
    },
    listTools,
    /** Equal as long as the project's hints for the toolkit's tools are equal. */
    annotationsKey: async (project: Project, toolkit: string) =>
      (await annotationsOf(project)).keyOf('toolkit', toolkit),
    findTool,
    findTools,
    findSummaries,
    inVersions: createInVersions(store, toToolkit),
    getTool,
    namesOf,
    ownerOf,
    listToolkitVersions: (project: Project, slug: string) =>
      store.listToolkitVersions(project.id, slug),
    listVersionsOfTools,
    listNewestVersionsOfTools,

    /** The tool with the whole schema of its output, of which others get an outline. */
    readWhole: async (project: Project, tool: CatalogTool): Promise<CatalogTool> => {
      const row = await store.findTool(project.id, tool.definition.slug, tool.version)
      const [opened] = row ? await openTools([row], { wholeOutput: true }) : []
      const { outputParameters } = opened?.definition ?? tool.definition
      return { ...tool, definition: { ...tool.definition, outputParameters } }
    },

    /** The types whose fields a GraphQL tool selects. */
    readGraphQlTypes: createTypeReader(store),

    /** The stored definitions of a toolkit version's tools after a slug, page by page. */
    readDocuments: (
      project: Pick<Project, 'id'>,
      toolkit: { slug: string; version: string },
      after?: string,
    ) => readToolDocuments(store, project.id, toolkit, after),

    /** Deletes a toolkit in a transaction that also deletes its dependents. */
    deleteToolkit: async (
      transaction: Handle,
      project: Project,
      slug: string,
    ): Promise<boolean> => {
      const deleted = await catalogStore(transaction).deleteToolkit(project.id, slug)
      if (deleted) await parts.projects.bumpCatalogStamp(transaction, project.id)
      return deleted
    },
  }
}

type StoredRow = NonNullable<Awaited<ReturnType<ReturnType<typeof catalogStore>['findTool']>>>

/** Tags and scopes repeat from tool to tool: equal lists are shared. */
const toSummaries = (
  annotations: ProjectAnnotations,
  toolkit: string,
  version: string,
  rows: { slug: string; tags: string; scopes: string; hash: string }[],
): ToolSummary[] => {
  const lists = new Map<string, string[]>()
  const listOf = (text: string, slug: string): string[] => {
    const list = lists.get(text) ?? readTexts(text, slug)
    lists.set(text, list)
    return list
  }
  return rows.map(({ slug, tags, scopes, hash }) => ({
    slug,
    toolkit,
    version,
    tags: annotations.tagsOf(slug, listOf(tags, slug)),
    scopes: listOf(scopes, slug),
    hash,
  }))
}
