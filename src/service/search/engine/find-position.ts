import { hasBit } from './bits.ts'
import type { SearchIndex } from './search-index.ts'
import { findSlug } from './segment.ts'

/** Where a tool is in an index; undefined where it is not, or was removed. */
export const findPosition = (
  { segments }: SearchIndex,
  { slug, toolkit }: { slug: string; toolkit: string },
): number | undefined => {
  for (const { segment, base, removed } of segments) {
    const tool = findSlug(segment, slug)
    if (tool === undefined || (removed && hasBit(removed, tool))) continue
    if (segment.toolkits[segment.toolkitOf[tool] ?? 0] === toolkit) return base + tool
  }
  return undefined
}
