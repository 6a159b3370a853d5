import { toolAt, type SearchIndex } from '../search-index.ts'
import type { Ranked } from '../search.ts'
import type { ToolFilter } from '../tool-filter.ts'
import { findLike } from './find-like.ts'
import { findSteps } from './find-steps.ts'
import type { Plan } from './plan-terms.ts'
import type { ScoredTool } from './score-tools.ts'

export type RelatedTool = Ranked & {
  /** What this tool gives and which primary tool needs it, where that made it related. */
  step?: { gives: string; for: string }
}

/** Of the related tools, so many at most are steps before a primary one. */
const stepShare = 0.6

/**
 * What probably helps with the primary tools, without these: first what must be done before, then
 * what is like the best of them.
 */
export const findRelated = (
  index: SearchIndex,
  plan: Plan,
  primary: readonly ScoredTool[],
  limit: number,
  filter?: ToolFilter,
): RelatedTool[] => {
  const known = new Set(primary.map(({ position }) => position))
  const related: RelatedTool[] = []
  const add = (position: number, score: number, step?: RelatedTool['step']): void => {
    if (known.has(position)) return
    known.add(position)
    const { slug, toolkit } = toolAt(index, position)
    related.push({ slug, toolkit, score, ...(step && { step }) })
  }
  for (const { position, score, step } of findSteps(index, primary, filter)) {
    if (related.length < Math.ceil(limit * stepShare)) add(position, score, step)
  }
  for (const { position, score } of findLike(
    index,
    plan,
    primary,
    limit + primary.length,
    filter,
  )) {
    if (related.length < limit) add(position, score)
  }
  return related
}
