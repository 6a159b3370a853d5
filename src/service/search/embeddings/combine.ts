import type { Ranked, SearchIndex } from '../engine/index.ts'
import { leastAbove, similarityOf, type Similar } from './find-similar.ts'

/** Smaller differences are those of rounding. */
const leastRange = 0.005
/** The least weight of similarity for tools that words did not find, so that they are related. */
const leastShare = 0.4

type Weights = {
  /** The weight of similarity against the word score, from 0 to 1. */
  share: number
  /** Whether the best tool by words stays the first. */
  keepsFirst: boolean
  /**
   * How many deviations the best similarity must be above the mean, for tools to be found by it
   * alone: the nearest of many unrelated tools is no match.
   */
  leastDeviations: number
  /** The weight of a toolkit, up to 1, which the word scores have already; default: 1. */
  weightOf?: ((toolkit: string) => number) | undefined
}

/**
 * Unites the results of the word search with the most similar tools. Scores stay on the scale of
 * the word search. Similarity counts from the mean of all tools, 0, to the best one, 1, since models
 * differ in what they call similar.
 */
export const combine = <Tool extends Ranked>(
  ranked: readonly Tool[],
  similar: Similar,
  index: SearchIndex,
  { share, keepsFirst, leastDeviations, weightOf = () => 1 }: Weights,
): (Tool | Ranked)[] => {
  const { best, mean } = similar
  const range = (best[0]?.score ?? mean) - mean
  if (range < leastRange) return [...ranked]
  const [first] = ranked
  if (!first && range < leastAbove(similar, leastDeviations)) return []
  const scale = first?.score ?? 1
  const closenessOf = (similarity: number, { toolkit }: Ranked): number =>
    scale * weightOf(toolkit) * Math.max(0, (similarity - mean) / range)
  const byWords = new Set(ranked.map(toKey))
  const united = [
    ...ranked.map((tool) => {
      const similarity = similarityOf(similar, index, tool)
      // A tool without a vector is neither lifted nor lowered.
      const score =
        similarity === undefined
          ? tool.score
          : (1 - share) * tool.score + share * closenessOf(similarity, tool)
      return { ...tool, score: keepsFirst && tool === first ? scale : score }
    }),
    ...best
      .filter((tool) => !byWords.has(toKey(tool)))
      .map((tool) => ({
        ...tool,
        score: Math.max(share, leastShare) * closenessOf(tool.score, tool),
      }))
      .filter(({ score }) => score > 0),
  ]
  // Equal ones keep the order of the words, by which the steps of a request take turns.
  return united.toSorted((a, b) => b.score - a.score)
}

const toKey = ({ toolkit, slug }: Ranked): string => `${toolkit} ${slug}`
