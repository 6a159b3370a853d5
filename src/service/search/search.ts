import type { Catalog, ToolSummary } from '../catalog/catalog.ts'
import type { Project } from '../projects/project.ts'
import { createToolIndex, type ToolIndex } from './tool-index.ts'
import { toWords } from './words.ts'

/** What is searched: tools of these toolkit versions that `allows` lets through. */
export type SearchScope = {
  toolkits: { slug: string; version: string }[]
  /** More tools, which the catalog does not know; indexed once per array. */
  tools?: readonly ToolSummary[]
  allows: (tool: ToolSummary) => boolean
}

export type RankedTool = { tool: ToolSummary; score: number }

export type Search = ReturnType<typeof createSearch>

/** Finds the tools that fit words; best first. An index is made when a toolkit version is first searched, and kept as long as the catalog keeps its tools. */
export const createSearch = ({ catalog }: { catalog: Catalog }) => {
  const indexes = new WeakMap<readonly ToolSummary[], ToolIndex>()

  const indexOf = (tools: readonly ToolSummary[]): ToolIndex => {
    const known = indexes.get(tools)
    if (known) return known
    const index = createToolIndex(tools)
    indexes.set(tools, index)
    return index
  }

  const rank = async (project: Project, scope: SearchScope, words: string, limit: number): Promise<RankedTool[]> => {
    const found: ToolIndex[] = []
    for (const { slug, version } of scope.toolkits) {
      const tools = await catalog.listTools(project, slug, version)
      // Other requests go first before a new index is made.
      if (!indexes.has(tools)) await new Promise((resolve) => setImmediate(resolve))
      found.push(indexOf(tools))
    }
    if (scope.tools && scope.tools.length > 0) found.push(indexOf(scope.tools))
    return scoreTools(found, [...new Set(toWords(words))])
      .filter(({ tool }) => scope.allows(tool))
      .slice(0, limit)
  }

  return {
    rank,

    /** Those of the tools that fit the words, best first. */
    rankTools: async (project: Project, tools: ToolSummary[], words: string): Promise<ToolSummary[]> => {
      const wanted = new Set(tools)
      const toolkits = new Map(tools.map(({ toolkit, version }) => [`${toolkit} ${version}`, { slug: toolkit, version }]))
      const ranked = await rank(project, { toolkits: [...toolkits.values()], allows: (tool) => wanted.has(tool) }, words, tools.length)
      return ranked.map(({ tool }) => tool)
    },
  }
}

const saturation = 1.2
const lengthPenalty = 0.5

/** BM25 with fields as weights, over several indexes as if they were one. */
const scoreTools = (indexes: ToolIndex[], words: string[]): RankedTool[] => {
  const count = indexes.reduce((sum, index) => sum + index.tools.length, 0)
  const averageLength = indexes.reduce((sum, index) => index.lengths.reduce((a, b) => a + b, sum), 0) / Math.max(count, 1)
  const rarity = new Map(words.map((word) => [word, rarityOf(indexes.reduce((sum, index) => sum + (index.postings.get(word)?.length ?? 0), 0), count)]))

  return indexes
    .flatMap((index) => {
      const scores = new Map<number, number>()
      for (const [word, value] of rarity) {
        for (const { tool, weight } of index.postings.get(word) ?? []) {
          const length = 1 - lengthPenalty + (lengthPenalty * (index.lengths[tool] ?? 0)) / averageLength
          scores.set(tool, (scores.get(tool) ?? 0) + (value * weight * (saturation + 1)) / (weight + saturation * length))
        }
      }
      return [...scores].flatMap(([position, score]) => {
        const tool = index.tools[position]
        return tool ? [{ tool, score }] : []
      })
    })
    .toSorted((a, b) => b.score - a.score || (a.tool.slug < b.tool.slug ? -1 : 1))
}

const rarityOf = (documents: number, count: number): number => Math.log(1 + (count - documents + 0.5) / (documents + 0.5))
