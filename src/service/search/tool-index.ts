import type { ToolSummary } from '../catalog/catalog.ts'
import { toWords } from './words.ts'

/** The words of one toolkit version: where each occurs and with what weight. */
export type ToolIndex = {
  tools: readonly ToolSummary[]
  postings: ReadonlyMap<string, readonly Posting[]>
  /** Weighted number of words of each tool. */
  lengths: readonly number[]
}

export type Posting = { tool: number; weight: number }

/** What a word counts by where it stands. */
const fieldWeights = [
  [(tool: ToolSummary) => tool.slug, 3],
  [(tool: ToolSummary) => tool.name, 3],
  [(tool: ToolSummary) => tool.description.slice(0, 2000), 1],
  [(tool: ToolSummary) => tool.parameters.join(' '), 0.5],
] as const

export const createToolIndex = (tools: readonly ToolSummary[]): ToolIndex => {
  const postings = new Map<string, Posting[]>()
  const lengths = tools.map((tool, index) => {
    const weights = weighWords(tool)
    for (const [word, weight] of weights) {
      const list = postings.get(word)
      if (list) list.push({ tool: index, weight })
      else postings.set(word, [{ tool: index, weight }])
    }
    return [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  })
  return { tools, postings, lengths }
}

const weighWords = (tool: ToolSummary): Map<string, number> => {
  const weights = new Map<string, number>()
  for (const [read, fieldWeight] of fieldWeights) {
    for (const word of toWords(read(tool))) weights.set(word, (weights.get(word) ?? 0) + fieldWeight)
  }
  return weights
}
