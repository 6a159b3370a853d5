import { createBits, setBit, type Bits } from './bits.ts'
import type { Segment } from './segment.ts'

/** Which tools of a segment may be found, by position. */
export type ToolFilter = (segment: Segment) => Bits

/**
 * Turns a rule into a filter that evaluates it once per tool and segment: keep the filter as long
 * as the rule is unchanged, and every further search costs one bit per candidate.
 *
 * @example
 * const enabled = new Set(['TRACKER_LIST_ISSUES'])
 * search(index, { useCase: 'list issues', limit: 10, filter: createToolFilter((slug) => enabled.has(slug)) })
 */
export const createToolFilter = (
  allows: (slug: string, toolkit: string) => boolean,
): ToolFilter => {
  const known = new WeakMap<Segment, Bits>()
  return (segment) => {
    const found = known.get(segment)
    if (found) return found
    const made = createBits(segment.count)
    for (let tool = 0; tool < segment.count; tool++) {
      if (allows(segment.slugs[tool] ?? '', segment.toolkits[segment.toolkitOf[tool] ?? 0] ?? ''))
        setBit(made, tool)
    }
    known.set(segment, made)
    return made
  }
}
