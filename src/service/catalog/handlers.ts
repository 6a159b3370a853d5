import type { contract } from '../../contract/contract.ts'
import type { Indexing } from '../../contract/indexing.ts'
import type { ToolkitVersions } from '../../contract/common.ts'
import type { Handlers, Project } from '../endpoint/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import { parsePage, narrowPage, toPage } from '../platform/pagination.ts'
import type { Projects } from '../projects/index.ts'
import { ServiceError } from '../service-error.ts'
import {
  longestAnswer,
  type Catalog,
  type CatalogTool,
  type ToolSummary,
  type Toolkit,
} from './catalog.ts'
import { annotateTool } from './annotations/annotate-tool.ts'
import type { ToolkitChanges } from './changes/toolkit-changes.ts'
import type { Imports } from './imports.ts'
import { listToolPage, listToolSlugs, type ToolListFilter } from './list-tools.ts'
import {
  searchToolkits,
  selectToolkits,
  type RankToolkits,
  type ToolkitFilter,
} from './select-toolkits.ts'
import { getTriggerType, listTriggerTypeSlugs } from './trigger-types.ts'
import { unknownToolkit } from './unknown-slug.ts'
import { toTool, toToolkitDetail, toToolkitItem, toTriggerType } from './view.ts'

export type CatalogHandlerParts = {
  database: Database
  projects: Projects
  events: Events
  catalog: Catalog
  imports: Imports
  toolkitChanges: ToolkitChanges
  /** The tools that match the words, best first. */
  rankTools: (
    project: Project,
    request: { toolkits: Toolkit[]; filter: ToolListFilter; words: string; signal: AbortSignal },
  ) => Promise<{ tools: ListedTool[]; index?: Indexing }>
  rankToolkits: RankToolkits
  /** The number of recent executions of each toolkit's tools. */
  countExecutions: (project: Project) => Promise<Map<string, number>>
  /** The toolkits of the project's auth configs with these ids. */
  toolkitsOfAuthConfigs: (project: Project, ids: string[]) => Promise<string[]>
  /** The toolkit's schemes for which the operator has an OAuth application. */
  managedSchemes: (toolkit: Toolkit) => string[]
}

type ListedTool = Pick<ToolSummary, 'slug' | 'toolkit' | 'version'>

type ListQuery = {
  search?: string | undefined
  cursor?: string | null | undefined
  limit?: number | null | undefined
  sort_by?: 'usage' | 'alphabetically' | undefined
}

export const toolkitHandlers = (
  parts: CatalogHandlerParts,
): Omit<Handlers<typeof contract.toolkits>, 'diagnose' | 'available' | 'add'> => {
  const listPage = async (project: Project, filter: ToolkitFilter, query: ListQuery) => {
    const request = parsePage(query)
    const alphabetical = selectToolkits(
      (await parts.catalog.listToolkits(project)).values(),
      filter,
    )
    const found = query.search
      ? await searchToolkits(parts.rankToolkits, project, alphabetical, query.search)
      : alphabetical
    const selected = await sort(project, found, query.sort_by)
    return toPage(
      selected
        .slice(request.offset, request.offset + request.limit)
        .map((toolkit) => toToolkitItem(toolkit, parts.managedSchemes(toolkit))),
      selected.length,
      request,
    )
  }

  const sort = async (
    project: Project,
    toolkits: Toolkit[],
    by: ListQuery['sort_by'],
  ): Promise<Toolkit[]> => {
    if (by === 'usage') return byUsage(toolkits, await parts.countExecutions(project))
    return by === 'alphabetically'
      ? toolkits.toSorted((a, b) => (a.definition.slug < b.definition.slug ? -1 : 1))
      : toolkits
  }

  return {
    list: async ({ query }, { project }) => ({
      status: 200,
      body: await listPage(
        project,
        { category: query.category, managedBy: query.managed_by },
        query,
      ),
    }),
    multi: async ({ body }, { project }) => ({
      status: 200,
      body: await listPage(
        project,
        { slugs: body.toolkits, category: body.category, managedBy: body.managed_by },
        body,
      ),
    }),
    get: async ({ params, query }, { project }) => {
      const toolkit = await parts.catalog.getToolkit(project, params.slug, query.version)
      return {
        status: 200,
        body: toToolkitDetail(
          project,
          toolkit,
          parts.managedSchemes(toolkit),
          await parts.catalog.listToolkitVersions(project, params.slug),
        ),
      }
    },
    categories: async ({ query }, { project }) => {
      const request = parsePage(query)
      const toolkits = [...(await parts.catalog.listToolkits(project)).values()]
      const categories = [
        ...new Map(
          toolkits
            .flatMap(({ definition }) => definition.categories)
            .map((category) => [category.id, category]),
        ).values(),
      ]
      const sorted = categories.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      return {
        status: 200,
        body: toPage(
          sorted.slice(request.offset, request.offset + request.limit),
          sorted.length,
          request,
        ),
      }
    },
    import: async ({ body }, { project }) => ({
      status: 202,
      body: { id: await parts.imports.start(project, body) },
    }),
    getImport: async ({ params }, { project }) => ({
      status: 200,
      body: await parts.imports.get(project, params.id),
    }),
    changes: async ({ params, query }, { project }) => ({
      status: 200,
      body: await parts.toolkitChanges.list(project, params.slug, query),
    }),
    acceptChanges: async ({ params, body }, { project }) => ({
      status: 200,
      body: { version: await parts.toolkitChanges.accept(project, params.slug, body.ids) },
    }),
    rejectChanges: async ({ params, body }, { project }) => {
      await parts.toolkitChanges.reject(project, params.slug, body.ids)
      return { status: 200, body: { success: true } }
    },
    delete: async ({ params }, { project }) => {
      const known = (await parts.catalog.listToolkits(project)).keys()
      await parts.database.transaction(async (transaction) => {
        // Published first: its subscribers still need the toolkit.
        await parts.events.publish(transaction, {
          type: 'toolkit.deleted',
          scope: project.id,
          data: { toolkit: params.slug },
        })
        if (!(await parts.catalog.deleteToolkit(transaction, project, params.slug))) {
          throw unknownToolkit(params.slug, known)
        }
      })
      parts.projects.forget(project.id)
      return { status: 200, body: { success: true } }
    },
  }
}

/** The most used first; the order of equally used ones is kept. */
const byUsage = (toolkits: Toolkit[], executions: Map<string, number>): Toolkit[] => {
  const usage = ({ definition }: Toolkit) => executions.get(definition.slug) ?? 0
  return toolkits.toSorted((a, b) => usage(b) - usage(a))
}

export const toolHandlers = (
  parts: CatalogHandlerParts,
): Pick<Handlers<typeof contract.tools>, 'list' | 'enum' | 'get' | 'annotate'> => ({
  list: async ({ query }, { project }, context) => {
    const slugs = query.tool_slugs?.map((slug) => slug.toUpperCase())
    const limit = query.limit ?? 20
    if (limit > 1000 && !slugs)
      throw new ServiceError('invalid_request', `The limit ${limit} is above 1000`, {
        suggestedFix: 'Use a smaller limit, or pass tool_slugs',
      })
    const request = parsePage({ cursor: query.cursor, limit }, slugs ? 9999 : 1000)

    const ofAuthConfigs =
      query.auth_config_ids && (await parts.toolkitsOfAuthConfigs(project, query.auth_config_ids))
    const toolkits = selectToolkits((await parts.catalog.listToolkits(project)).values(), {
      slugs: query.toolkit_slug,
    }).filter(({ definition }) => !ofAuthConfigs || ofAuthConfigs.includes(definition.slug))
    const inVersion = await parts.catalog.inVersions(
      project,
      toolkits,
      query.toolkit_versions as ToolkitVersions | undefined,
    )
    const filter = {
      slugs: slugs && [...(await parts.catalog.namesOf(project, slugs)).values()].flat(),
      tags: query.tags,
      scopes: query.scopes,
    }
    const { tools, total, index } = query.search
      ? toRankedPage(
          await parts.rankTools(project, {
            toolkits: inVersion,
            filter,
            words: query.search,
            signal: context.signal,
          }),
          request,
        )
      : {
          ...(await listToolPage(parts.catalog, project, inVersion, filter, request)),
          index: undefined,
        }
    const found = await parts.catalog.findTools(project, tools)
    const sizes = found.map(({ characters }) => characters)
    const page = narrowPage(request, sizes, longestAnswer)
    const shown = found.slice(0, page.limit)
    return {
      status: 200,
      body: {
        ...toPage(await describeTools(parts.catalog, project, inVersion, shown), total, page),
        ...(index && { index }),
      },
    }
  },

  enum: async (_request, { project }) => ({
    status: 200,
    body: await listToolSlugs(parts.catalog, project, [
      ...(await parts.catalog.listToolkits(project)).values(),
    ]),
  }),

  get: async ({ params, query }, { project }) => {
    const found = await parts.catalog.getTool(
      project,
      params.tool_slug,
      query.version ?? query.toolkit_versions,
    )
    const tool = query.whole_output ? await parts.catalog.readWhole(project, found) : found
    const toolkit = await parts.catalog.getToolkit(project, tool.toolkit, tool.version)
    const { slug } = tool.definition
    const versions = await parts.catalog.listNewestVersionsOfTools(project, [tool])
    const names = await parts.catalog.namesOf(project, [slug])
    return {
      status: 200,
      body: toTool(toolkit, tool, versions.get(slug) ?? [], names.get(slug)),
    }
  },

  annotate: async ({ params, body }, { project }) => {
    const { definition } = await annotateTool(parts, project, params.tool_slug, body)
    return { status: 200, body: { slug: definition.slug, tags: definition.tags } }
  },
})

export const triggerTypeHandlers = (
  parts: Pick<CatalogHandlerParts, 'catalog'>,
): Handlers<typeof contract.triggerTypes> => ({
  list: async ({ query }, { project }) => {
    const request = parsePage(query)
    const toolkits = selectToolkits((await parts.catalog.listToolkits(project)).values(), {
      slugs: query.toolkit_slugs,
    })
    const inVersion = await parts.catalog.inVersions(project, toolkits, query.toolkit_versions)
    const triggers = inVersion.flatMap((toolkit) =>
      toolkit.definition.triggers.map((trigger) => ({ toolkit, trigger })),
    )
    const shown = triggers
      .slice(request.offset, request.offset + request.limit)
      .map(({ toolkit, trigger }) => toTriggerType(toolkit, trigger))
    return { status: 200, body: toPage(shown, triggers.length, request) }
  },

  enum: async (_request, { project }) => ({
    status: 200,
    body: await listTriggerTypeSlugs(parts.catalog, project),
  }),

  get: async ({ params, query }, { project }) => {
    const { toolkit, definition } = await getTriggerType(
      parts.catalog,
      project,
      params.slug,
      query.toolkit_versions,
    )
    return { status: 200, body: toTriggerType(toolkit, definition) }
  },
})

const describeTools = async (
  catalog: Catalog,
  project: Project,
  toolkits: Toolkit[],
  found: CatalogTool[],
) => {
  const slugs = found.map(({ definition }) => definition.slug)
  const versions = await catalog.listNewestVersionsOfTools(project, found)
  const names = await catalog.namesOf(project, slugs)
  const owners = new Map(toolkits.map((toolkit) => [toolkit.definition.slug, toolkit]))
  return found.flatMap((tool) => {
    const toolkit = owners.get(tool.toolkit)
    const { slug } = tool.definition
    return toolkit ? [toTool(toolkit, tool, versions.get(slug) ?? [], names.get(slug))] : []
  })
}

const toRankedPage = (
  { tools, index }: { tools: ListedTool[]; index?: Indexing },
  { offset, limit }: { offset: number; limit: number },
) => ({ tools: tools.slice(offset, offset + limit), total: tools.length, index })
