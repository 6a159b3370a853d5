import type { Ranked, SearchIndex } from '../engine/index.ts'
import { findSlug } from '../engine/segment.ts'
import type { Similar } from './find-similar.ts'

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
  { share, keepsFirst, leastDeviations }: Weights,
): (Tool | Ranked)[] => {
  const { best, count, mean, deviation, similarities } = similar
  const range = (best[0]?.score ?? mean) - mean
  if (range < leastRange) return [...ranked]
  // Of few tools, even one that stands alone is few deviations away.
  const deviations = Math.min(leastDeviations, 0.9 * Math.sqrt(count - 1))
  const [first] = ranked
  if (!first && range < deviations * deviation) return []
  const scale = first?.score ?? 1
  const closenessOf = (similarity: number): number =>
    scale * Math.max(0, (similarity - mean) / range)
  const byWords = new Set(ranked.map(toKey))
  const united = [
    ...ranked.map((tool) => {
      const similarity = similarityOf(tool, index, similarities)
      // A tool without a vector is neither lifted nor lowered.
      const score =
        similarity === undefined
          ? tool.score
          : (1 - share) * tool.score + share * closenessOf(similarity)
      return { ...tool, score: keepsFirst && tool === first ? scale : score }
    }),
    ...best
      .filter((tool) => !byWords.has(toKey(tool)))
      .map((tool) => ({ ...tool, score: Math.max(share, leastShare) * closenessOf(tool.score) }))
      .filter(({ score }) => score > 0),
  ]
  return united.toSorted(
    (a, b) =>
      b.score - a.score ||
      Number(b.slug === first?.slug) - Number(a.slug === first?.slug) ||
      (a.slug < b.slug ? -1 : 1),
  )
}

const toKey = ({ toolkit, slug }: Ranked): string => `${toolkit} ${slug}`

const similarityOf = (
  { slug, toolkit }: Ranked,
  { segments }: SearchIndex,
  similarities: Float32Array,
): number | undefined => {
  for (const { segment, base } of segments) {
    const tool = findSlug(segment, slug)
    if (tool === undefined || segment.toolkits[segment.toolkitOf[tool] ?? 0] !== toolkit) continue
    const similarity = similarities[base + tool]
    if (similarity !== undefined && !Number.isNaN(similarity)) return similarity
  }
  return undefined
}
