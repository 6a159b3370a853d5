import { createYielder } from '../../platform/create-yielder.ts'
import { hasBit } from '../engine/bits.ts'
import { findPosition, type Ranked, type SearchIndex, type ToolFilter } from '../engine/index.ts'
import { toolAt } from '../engine/search-index.ts'
import type { BlockVectors } from './block-vectors.ts'
import { lengthOf, type Vector } from './vector.ts'

/** The similarities of a use case to the tools that a search may find. */
export type Similar = {
  /** The most similar tools, best first; the score is from -1 to 1. */
  best: Ranked[]
  /** Tools that were compared. */
  count: number
  mean: number
  deviation: number
  /** By position in the index; NaN for tools without a vector, or that may not be found. */
  similarities: Float32Array
}

const toolsPerLook = 256

/** Compares a use case to every tool of an index that the filter allows. */
export const findSimilar = async (
  index: SearchIndex,
  vectors: readonly (BlockVectors | undefined)[],
  wanted: Vector,
  filter: ToolFilter,
  limit: number,
): Promise<Similar | undefined> => {
  const length = lengthOf(wanted)
  const similarities = new Float32Array(index.size).fill(Number.NaN)
  let [count, sum, squares] = [0, 0, 0]
  const yieldIfDue = createYielder()
  for (const [at, { segment, base, removed }] of index.segments.entries()) {
    const known = vectors[at]
    if (!known || known.size !== wanted.length) continue
    const allowed = filter(segment)
    for (let tool = 0; tool < segment.count; tool += 1) {
      if (tool % toolsPerLook === 0) await yieldIfDue()
      const own = known.lengths[tool] ?? 0
      if (own === 0 || !hasBit(allowed, tool) || (removed && hasBit(removed, tool))) continue
      const similarity = productAt(known, tool, wanted) / (own * length)
      similarities[base + tool] = similarity
      count += 1
      sum += similarity
      squares += similarity * similarity
    }
  }
  if (count === 0) return undefined
  const mean = sum / count
  return {
    best: chooseBest(index, similarities, limit),
    count,
    mean,
    deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)),
    similarities,
  }
}

/** How far a tool must be above the mean; of few tools, even one that stands alone is not far. */
export const leastAbove = (
  { count, deviation }: Pick<Similar, 'count' | 'deviation'>,
  leastDeviations: number,
): number => Math.min(leastDeviations, 0.9 * Math.sqrt(count - 1)) * deviation

/** The similarity of a tool, if it has a vector and may be found. */
export const similarityOf = (
  { similarities }: Pick<Similar, 'similarities'>,
  index: SearchIndex,
  tool: Ranked,
): number | undefined => {
  const position = findPosition(index, tool)
  const similarity = position === undefined ? Number.NaN : (similarities[position] ?? Number.NaN)
  return Number.isNaN(similarity) ? undefined : similarity
}

/** Whether a tool is so far above the mean that chance does not explain it; never of few tools. */
export const standsOutIn =
  (similar: Similar, index: SearchIndex, leastDeviations: number) =>
  (tool: Ranked): boolean => {
    const above = (similarityOf(similar, index, tool) ?? similar.mean) - similar.mean
    return above > 0 && above >= leastDeviations * similar.deviation
  }

const productAt = ({ size, values }: BlockVectors, tool: number, wanted: Vector): number => {
  const start = tool * size
  let product = 0
  for (let at = 0; at < size; at += 1) product += (values[start + at] ?? 0) * (wanted[at] ?? 0)
  return product
}

/** Equal similarities are ordered by slug, so that a search is repeatable. */
const chooseBest = (index: SearchIndex, similarities: Float32Array, limit: number): Ranked[] => {
  const sorted = similarities.filter((value) => !Number.isNaN(value)).toSorted()
  const least = sorted[Math.max(0, sorted.length - limit)] ?? 1
  const best: Ranked[] = []
  for (const [position, score] of similarities.entries()) {
    if (!(score >= least)) continue
    const { slug, toolkit } = toolAt(index, position)
    best.push({ slug, toolkit, score })
  }
  return best.toSorted((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1)).slice(0, limit)
}
