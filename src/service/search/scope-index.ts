import { LRUCache } from 'lru-cache'
import type { Catalog, Toolkit, ToolSummary } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import {
  addTools,
  createSearchIndex,
  joinIndexes,
  type SearchableTool,
  type SearchIndex,
} from './engine/index.ts'
import type { ProjectIndex } from './index/project-index.ts'
import type { SearchScope } from './scope.ts'
import { readSearchable, toSearchableToolkit } from './to-searchable.ts'

const maximumKept = 500

/**
 * Extends a project's index to a scope: adds a session's custom tools, and the tools that its older
 * toolkit versions have and the newest ones lack.
 */
export const createScopeIndex = ({
  catalog,
}: {
  catalog: Pick<Catalog, 'listTools' | 'readDocuments'>
}) => {
  const extraIndexes = new WeakMap<readonly SearchableTool[], SearchIndex>()
  const older = new WeakMap<
    SearchScope['toolkits'],
    { indexed: ProjectIndex['indexed']; toolkits: readonly Toolkit[] }
  >()
  const withdrawn = new LRUCache<string, readonly SearchableTool[]>({ max: maximumKept })

  /** The toolkits that are indexed in another version, compared once for an index. */
  const findOlder = (
    { indexed }: ProjectIndex,
    toolkits: SearchScope['toolkits'],
  ): readonly Toolkit[] => {
    const known = older.get(toolkits)
    if (known?.indexed === indexed) return known.toolkits
    const found = [...toolkits.values()].filter(
      ({ definition, version }) => indexed.get(definition.slug)?.version !== version,
    )
    older.set(toolkits, { indexed, toolkits: found })
    return found
  }

  const indexExtraTools = (tools: readonly SearchableTool[]): SearchIndex => {
    const known = extraIndexes.get(tools) ?? addTools(createSearchIndex(), tools)
    extraIndexes.set(tools, known)
    return known
  }

  const findWithdrawn = async (
    project: Project,
    index: ProjectIndex,
    toolkit: Toolkit,
  ): Promise<readonly SearchableTool[]> => {
    const { slug } = toolkit.definition
    const newest = index.indexed.get(slug)?.version
    if (newest === undefined || newest === toolkit.version) return []
    const key = JSON.stringify([project.id, slug, toolkit.version, newest])
    const known = withdrawn.get(key)
    if (known) return known
    const newestSlugs = new Set(
      (await catalog.listTools(project, slug, newest)).map((tool) => tool.slug),
    )
    const missing = (await catalog.listTools(project, slug, toolkit.version)).filter(
      (tool) => !newestSlugs.has(tool.slug),
    )
    const found =
      missing.length === 0
        ? []
        : await readTools(project, toolkit, new Set(missing.map((tool) => tool.slug)))
    withdrawn.set(key, found)
    return found
  }

  const readTools = async (
    project: Project,
    { definition, version }: Toolkit,
    slugs: ReadonlySet<string>,
  ): Promise<SearchableTool[]> => {
    const found: SearchableTool[] = []
    const toolkit = toSearchableToolkit(definition)
    for await (const page of catalog.readDocuments(project, { slug: definition.slug, version })) {
      for (const { slug, document } of page)
        if (slugs.has(slug)) found.push(readSearchable(document, toolkit))
    }
    return found
  }

  return async (
    project: Project,
    index: ProjectIndex,
    { toolkits, rules, only, extraTools }: SearchScope,
  ): Promise<SearchIndex> => {
    const indexes = [index.search]
    for (const toolkit of findOlder(index, toolkits)) {
      const { slug } = toolkit.definition
      if (!rules.allowsToolkit(slug)) continue
      const found = await findWithdrawn(project, index, toolkit)
      const summaries = new Map(
        (found.length === 0 ? [] : await catalog.listTools(project, slug, toolkit.version)).map(
          (tool): [string, ToolSummary] => [tool.slug, tool],
        ),
      )
      const allowed = found.filter((tool) => {
        const summary = summaries.get(tool.slug)
        return summary && rules.allowsTool(summary) && (only?.get(slug)?.has(tool.slug) ?? true)
      })
      if (allowed.length > 0) indexes.push(addTools(createSearchIndex(), allowed))
    }
    if (extraTools && extraTools.length > 0) indexes.push(indexExtraTools(extraTools))
    return indexes.length === 1 ? index.search : joinIndexes(...indexes)
  }
}
