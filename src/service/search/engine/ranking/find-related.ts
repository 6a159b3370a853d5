import { toolAt, type SearchIndex } from '../search-index.ts'
import type { Ranked } from '../search.ts'
import type { ToolFilter } from '../tool-filter.ts'
import { findByFeedback } from './find-by-feedback.ts'
import { findSteps } from './find-steps.ts'
import type { Plan } from './plan-terms.ts'
import type { ScoredTool } from './score-tools.ts'
import type { Vocabulary } from './vocabulary.ts'

export type RelatedTool = Ranked & {
  /** What this tool provides and which primary tool needs it, if that is why it is related. */
  step?: { gives: string; for: string }
}

/** The largest share of the related tools that may be steps before a primary one. */
const stepShare = 0.6

/**
 * Tools that probably help with the primary ones, without these: first those that must run before,
 * then those like the best.
 */
export const findRelated = (
  index: SearchIndex,
  vocabulary: Vocabulary,
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
  for (const { position, score } of findByFeedback(
    index,
    vocabulary,
    plan,
    primary,
    limit + primary.length,
    filter,
  )) {
    if (related.length < limit) add(position, score)
  }
  return related
}
