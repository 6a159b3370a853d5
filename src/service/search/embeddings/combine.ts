import type { Ranked, SearchIndex } from '../engine/index.ts'
import { findSlug } from '../engine/segment.ts'
import type { Similar } from './find-similar.ts'

/**
 * Similarity counts from this many deviations above the mean of all tools: among thousands, many are
 * a little similar by chance.
 */
const floorDeviations = 2
/** Smaller differences are those of rounding. */
const leastRange = 0.005
/** The best similarity must be this many above, for tools to be found by it alone. */
const leastDeviations = 3.5

/**
 * Unites the results of the word search with the most similar tools. Scores stay on the scale of
 * the word search. Similarity is measured against that of all tools, since models differ in what they
 * call similar.
 *
 * @param share the weight of similarity, from 0 to 1
 */
export const combine = <Tool extends Ranked>(
  ranked: readonly Tool[],
  similar: Similar,
  index: SearchIndex,
  share: number,
): (Tool | Ranked)[] => {
  const { best, count, mean, deviation, similarities } = similar
  // Of few tools, even one that stands alone is few deviations away.
  const possible = Math.sqrt(Math.max(0, count - 1))
  const floor = mean + Math.min(floorDeviations, possible / 2) * deviation
  const most = best[0]?.score ?? mean
  if (most - floor < leastRange) return [...ranked]
  if (ranked.length === 0 && most < mean + Math.min(leastDeviations, 0.9 * possible) * deviation)
    return []
  const scale = ranked[0]?.score ?? 1
  const closenessOf = (similarity: number): number =>
    scale * Math.max(0, (similarity - floor) / (most - floor))
  const byWords = new Set(ranked.map(toKey))
  const united = [
    ...ranked.map((tool) => {
      const similarity = similarityOf(tool, index, similarities)
      // A tool without a vector is neither lifted nor lowered.
      if (similarity === undefined) return tool
      return { ...tool, score: (1 - share) * tool.score + share * closenessOf(similarity) }
    }),
    ...best
      .filter((tool) => !byWords.has(toKey(tool)))
      .map((tool) => ({ ...tool, score: share * closenessOf(tool.score) }))
      .filter(({ score }) => score > 0),
  ]
  return united.toSorted((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
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
