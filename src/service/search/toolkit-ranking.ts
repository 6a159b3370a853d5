import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Catalog, Toolkit } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import {
  addTools,
  createSearchIndex,
  removeTools,
  search,
  type SearchIndex,
} from './engine/index.ts'
import { searchableName } from './to-searchable.ts'

type Known = { toolkits: ReadonlyMap<string, Toolkit>; index: SearchIndex }

const maximumFound = 1000
/** Toolkits indexed before other requests get a turn. */
const batchSize = 100

/**
 * Ranks the toolkits of a project by their names and descriptions; only changed toolkits are
 * indexed again.
 */
export const createToolkitRanking = ({ catalog }: { catalog: Pick<Catalog, 'listToolkits'> }) => {
  const kept = new LRUCache<string, Known>({
    maxSize: 100_000,
    sizeCalculation: ({ toolkits }) => Math.min(100_000, toolkits.size + 1),
  })

  const indexOf = async (project: Project): Promise<SearchIndex> => {
    const toolkits = await catalog.listToolkits(project)
    const known = kept.get(project.id) ?? {
      toolkits: new Map<string, Toolkit>(),
      index: createSearchIndex(),
    }
    if (known.toolkits === toolkits) return known.index
    const changed = [...toolkits.values()].filter(
      (toolkit) => known.toolkits.get(toolkit.definition.slug) !== toolkit,
    )
    let index = removeTools(
      known.index,
      [...known.toolkits.keys()].filter((slug) => !toolkits.has(slug)),
    )
    for (let start = 0; start < changed.length; start += batchSize) {
      index = addTools(index, changed.slice(start, start + batchSize).map(toTool))
      await setImmediate()
    }
    kept.set(project.id, { toolkits, index })
    return index
  }

  /** The slugs of the toolkits that match the words, best first. */
  return async (project: Project, words: string): Promise<string[]> =>
    search(await indexOf(project), { useCase: words, limit: maximumFound }).primary.map(
      ({ slug }) => slug,
    )
}

const toTool = ({ definition }: Toolkit) => {
  const { slug, name, description, categories, aliases } = definition
  return {
    slug,
    name: searchableName({ name, ...(aliases && { aliases }) }),
    toolkit: slug,
    description,
    parameters: [],
    tags: categories.map((category) => category.name),
  }
}
