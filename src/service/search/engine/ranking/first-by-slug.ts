import type { SearchIndex } from '../search-index.ts'
import type { Segment } from '../segment.ts'

const orders = new WeakMap<Segment, Uint16Array>()

/** The tools of a segment in the order of their slugs. */
export const slugOrderOf = (segment: Segment): Uint16Array => {
  const known = orders.get(segment)
  if (known) return known
  const { slugs } = segment
  const made = Uint16Array.from(
    [...slugs.keys()].sort((a, b) => ((slugs[a] ?? '') < (slugs[b] ?? '') ? -1 : 1)),
  )
  orders.set(segment, made)
  return made
}

/**
 * The positions whose slugs come first, of positions in ascending order. A frequent word is the same
 * in half of all tools, so that their slugs are read in an order that is known, until a segment can add none.
 */
export const firstBySlug = (
  { segments }: SearchIndex,
  positions: Int32Array,
  count: number,
): number[] => {
  let first: { position: number; slug: string }[] = []
  let last: string | undefined
  const trim = () => {
    first = first.sort((a, b) => (a.slug < b.slug ? -1 : 1)).slice(0, count)
    last = first.at(-1)?.slug
  }
  /** Whether it may be among the first. */
  const add = (position: number, slug: string): boolean => {
    if (last !== undefined && slug >= last) return false
    first.push({ position, slug })
    if (first.length > 2 * count + 64) trim()
    return true
  }
  let start = 0
  for (const { segment, base } of segments) {
    let end = start
    while (end < positions.length && (positions[end] ?? 0) < base + segment.count) end++
    const own = positions.subarray(start, end)
    start = end
    if (own.length * fewOf < segment.count)
      for (const position of own) add(position, segment.slugs[position - base] ?? '')
    else
      for (const tool of inOrder(segment, base, own, count))
        if (!add(base + tool, segment.slugs[tool] ?? '')) break
  }
  trim()
  return first.map(({ position }) => position)
}

/** Fewer than one in so many tools of a segment are compared one by one. */
const fewOf = 16

/**
 * Which tools of a segment are among those to choose from: 1. A shared scratch buffer, all 0 between
 * two uses.
 */
let isAmong = new Uint8Array(0)

/** The first of these tools of a segment in the order of their slugs. */
const inOrder = (segment: Segment, base: number, own: Int32Array, count: number): number[] => {
  if (isAmong.length < segment.count) isAmong = new Uint8Array(segment.count)
  for (const position of own) isAmong[position - base] = 1
  const order = slugOrderOf(segment)
  const found: number[] = []
  const wanted = Math.min(count, own.length)
  for (let at = 0; at < order.length && found.length < wanted; at++) {
    const tool = order[at] ?? 0
    if (isAmong[tool] === 1) found.push(tool)
  }
  for (const position of own) isAmong[position - base] = 0
  return found
}
