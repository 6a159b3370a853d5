import { hasBit } from '../bits.ts'
import type { SearchIndex } from '../search-index.ts'
import { findSlug } from '../segment.ts'
import type { ToolFilter } from '../tool-filter.ts'

/** A request names few tools; a pasted list of them is no request for all. */
const mostCalled = 10

/** `TRACKER_LIST_ISSUES`, also in small letters */
const slug = /(?<![\p{L}\p{N}_])[a-z][a-z0-9]{0,80}(?:_[a-z0-9]{1,80}){1,20}(?![\p{L}\p{N}_])/giu

/** The tools that a request calls by their slugs, in its order. */
export const findCalled = (
  index: SearchIndex,
  useCase: string,
  filter: ToolFilter | undefined,
): number[] => {
  const slugs = new Set((useCase.match(slug) ?? []).map((found) => found.toUpperCase()))
  return [...slugs].slice(0, mostCalled).flatMap((called) => findLive(index, called, filter))
}

const findLive = (
  { segments }: SearchIndex,
  called: string,
  filter: ToolFilter | undefined,
): number[] => {
  for (const { segment, base, removed } of segments) {
    const tool = findSlug(segment, called)
    if (tool === undefined || (removed && hasBit(removed, tool))) continue
    const allowed = filter?.(segment)
    return allowed && !hasBit(allowed, tool) ? [] : [base + tool]
  }
  return []
}
