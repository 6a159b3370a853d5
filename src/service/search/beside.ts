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
import { readSearchable } from './to-searchable.ts'

const maximumKept = 500

export type Beside = ReturnType<typeof createBeside>

/**
 * Finds what a search may find besides the newest tools of its project: those of a session's own,
 * and those that its older versions still have.
 */
export const createBeside = ({
  catalog,
}: {
  catalog: Pick<Catalog, 'listTools' | 'readDocuments'>
}) => {
  const own = new WeakMap<readonly SearchableTool[], SearchIndex>()
  const lost = new LRUCache<string, readonly SearchableTool[]>({ max: maximumKept })

  const indexOwn = (tools: readonly SearchableTool[]): SearchIndex => {
    const known = own.get(tools) ?? addTools(createSearchIndex(), tools)
    own.set(tools, known)
    return known
  }

  const findLost = async (
    project: Project,
    index: ProjectIndex,
    toolkit: Toolkit,
  ): Promise<readonly SearchableTool[]> => {
    const { slug } = toolkit.definition
    const newest = index.indexed.get(slug)?.version
    if (newest === undefined || newest === toolkit.version) return []
    const key = JSON.stringify([project.id, slug, toolkit.version, newest])
    const known = lost.get(key)
    if (known) return known
    const there = new Set((await catalog.listTools(project, slug, newest)).map((tool) => tool.slug))
    const gone = (await catalog.listTools(project, slug, toolkit.version)).filter(
      (tool) => !there.has(tool.slug),
    )
    const found =
      gone.length === 0
        ? []
        : await readTools(project, toolkit, new Set(gone.map((tool) => tool.slug)))
    lost.set(key, found)
    return found
  }

  const readTools = async (
    project: Project,
    { definition, version }: Toolkit,
    slugs: ReadonlySet<string>,
  ): Promise<SearchableTool[]> => {
    const found: SearchableTool[] = []
    for await (const page of catalog.readDocuments(project, { slug: definition.slug, version })) {
      for (const { slug, document } of page)
        if (slugs.has(slug)) found.push(readSearchable(document, definition))
    }
    return found
  }

  return async (
    project: Project,
    index: ProjectIndex,
    { toolkits, rules, only, beside }: SearchScope,
  ): Promise<SearchIndex> => {
    const indexes = [index.search]
    for (const [slug, toolkit] of toolkits) {
      if (index.indexed.get(slug)?.version === toolkit.version || !rules.allowsToolkit(slug))
        continue
      const found = await findLost(project, index, toolkit)
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
    if (beside && beside.length > 0) indexes.push(indexOwn(beside))
    return indexes.length === 1 ? index.search : joinIndexes(...indexes)
  }
}
