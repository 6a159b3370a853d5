import { createBits, hasBit, setBit } from './bits.ts'
import { mergeSegments } from './merge-segments.ts'
import { buildSegment } from './segment-builder.ts'
import { findSlug, type PlacedSegment, type Segment } from './segment.ts'
import type { SearchableTool } from './tool.ts'

/**
 * Segments searched as one. Immutable: adding and removing tools creates another index, which
 * shares the segments.
 */
export type SearchIndex = {
  /** Positions, removed tools included. */
  size: number
  /** Tools that can be found. */
  count: number
  segments: readonly PlacedSegment[]
}

/**
 * Larger segments are sorted and merged at once, which takes some ten milliseconds at this size.
 */
const usualSegment = 4_096

/** Segments up to this size are merged as soon as there are `fewSegments` of them. */
const smallSegment = 32
const fewSegments = 16

/** A segment with a larger share of removed tools is rewritten. */
const mostRemoved = 0.25

export const createSearchIndex = (segments: readonly Segment[] = []): SearchIndex =>
  place(segments.map((segment) => ({ segment })))

/**
 * Joins several indexes into one, such as the index that all projects share and a project's
 * additions.
 */
export const joinIndexes = (...indexes: SearchIndex[]): SearchIndex =>
  place(indexes.flatMap(({ segments }) => segments))

/** The index with these tools added; tools with the same slugs are replaced. */
export const addTools = (index: SearchIndex, tools: readonly SearchableTool[]): SearchIndex => {
  const { segments } = removeTools(
    index,
    tools.map(({ slug }) => slug),
  )
  const latest = [...new Map(tools.map((tool) => [tool.slug, tool])).values()]
  const added: PlacedSegment[] = []
  for (let start = 0; start < latest.length; start += usualSegment)
    added.push({ segment: buildSegment(latest.slice(start, start + usualSegment)), base: 0 })
  return place(mergeSmall([...segments, ...added]))
}

/** The index without the tools of these slugs; unknown slugs are ignored. */
export const removeTools = (index: SearchIndex, slugs: readonly string[]): SearchIndex =>
  place(
    index.segments.map((placed) => {
      const positions = slugs.flatMap((slug) => findSlug(placed.segment, slug) ?? [])
      if (positions.length === 0) return placed
      const removed = placed.removed?.slice() ?? createBits(placed.segment.count)
      for (const position of positions) setBit(removed, position)
      return { ...placed, removed }
    }),
  )

/**
 * Whether `compact` would make searches faster: there are many small segments, or many removed
 * tools.
 */
export const isFragmented = (index: SearchIndex): boolean => chooseMerge(index.segments).length > 0

/**
 * Merges some of the segments in one step of some ten milliseconds. Call it until the index is no
 * longer scattered.
 */
export const compact = (index: SearchIndex): SearchIndex => {
  const chosen = new Set(chooseMerge(index.segments))
  return chosen.size === 0 ? index : place(replace(index.segments, chosen))
}

/** A tool of an index: tool number `tool` of segment number `at`. */
export type ToolPlace = {
  position: number
  at: number
  segment: Segment
  tool: number
  slug: string
  toolkit: string
}

/** The tool at a position of the index. */
export const toolAt = (index: SearchIndex, position: number): ToolPlace => {
  let at = 0
  for (
    let step = 2 ** Math.floor(Math.log2(Math.max(index.segments.length, 1)));
    step >= 1;
    step /= 2
  ) {
    const next = index.segments[at + step]
    if (next && next.base <= position) at += step
  }
  const placed = index.segments[at]
  if (!placed || position - placed.base >= placed.segment.count)
    throw new RangeError(`The search index has no position ${position}`)
  return placeOf(placed, at, position - placed.base)
}

/** The tools at positions of the index, which are in ascending order. */
export const toolsAt = ({ segments }: SearchIndex, positions: Int32Array): ToolPlace[] => {
  const places: ToolPlace[] = []
  let at = 0
  for (const position of positions) {
    while (position >= (segments[at + 1]?.base ?? Infinity)) at++
    const placed = segments[at]
    if (placed) places.push(placeOf(placed, at, position - placed.base))
  }
  return places
}

export const placeOf = ({ segment, base }: PlacedSegment, at: number, tool: number): ToolPlace => ({
  position: base + tool,
  at,
  segment,
  tool,
  slug: segment.slugs[tool] ?? '',
  toolkit: segment.toolkits[segment.toolkitOf[tool] ?? 0] ?? '',
})

const place = (segments: readonly Omit<PlacedSegment, 'base'>[]): SearchIndex => {
  const placed: PlacedSegment[] = []
  let size = 0
  let count = 0
  for (const { segment, removed } of segments) {
    placed.push({ segment, base: size, ...(removed && { removed }) })
    size += segment.count
    count += countLive({ segment, removed })
  }
  return { size, count, segments: placed }
}

const countLive = ({ segment, removed }: Pick<PlacedSegment, 'segment' | 'removed'>): number => {
  if (!removed) return segment.count
  let count = 0
  for (let tool = 0; tool < segment.count; tool++) if (!hasBit(removed, tool)) count++
  return count
}

const mergeSmall = (segments: readonly PlacedSegment[]): readonly PlacedSegment[] => {
  const small = segments.filter(({ segment }) => segment.count <= smallSegment)
  return small.length < fewSegments ? segments : replace(segments, new Set(small))
}

const chooseMerge = (segments: readonly PlacedSegment[]): PlacedSegment[] => {
  const worn = segments.filter(
    (placed) => placed.removed && countLive(placed) < placed.segment.count * (1 - mostRemoved),
  )
  if (worn.length > 0) return worn.slice(0, 1)
  const partial = segments
    .filter(({ segment }) => segment.count < usualSegment / 2)
    .toSorted((a, b) => a.segment.count - b.segment.count)
  if (partial.length < fewSegments) return []
  let total = 0
  return partial.filter(({ segment }) => (total += segment.count) <= usualSegment)
}

const replace = (
  segments: readonly PlacedSegment[],
  chosen: ReadonlySet<PlacedSegment>,
): PlacedSegment[] => {
  const merged = mergeSegments(segments.filter((placed) => chosen.has(placed)))
  const kept = segments.filter((placed) => !chosen.has(placed))
  return merged.count === 0 ? kept : [...kept, { segment: merged, base: 0 }]
}
