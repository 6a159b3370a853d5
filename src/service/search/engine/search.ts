import { readQuery } from './query/read-query.ts'
import { collectTools } from './ranking/collect.ts'
import { findRelated, type RelatedTool } from './ranking/find-related.ts'
import { planTerms, type Plan } from './ranking/plan-terms.ts'
import { scoreTools } from './ranking/score-tools.ts'
import { both, fitToolkits } from './ranking/toolkits.ts'
import { toolAt, type SearchIndex } from './search-index.ts'
import type { ToolFilter } from './tool-filter.ts'

export type SearchRequest = {
  /** The task, in words. */
  useCase: string
  /** Values that are already known, such as `channel_name: general`. */
  knownFields?: string
  /** The largest number of primary tools. */
  limit: number
  /** The largest number of related tools; default: none, which halves the time. */
  relatedLimit?: number
  /** Which tools may be found; default: all. */
  filter?: ToolFilter
  /**
   * How useful some tools were for this use case, by slug: 0 not at all, 1 very. It lifts matching
   * tools and adds none.
   */
  boosts?: ReadonlyMap<string, number>
}

export type Ranked = { slug: string; toolkit: string; score: number }

export type SearchResponse = {
  /** The tools that match the use case, best first. */
  primary: Ranked[]
  /**
   * Tools that probably help: those that provide what a primary one needs, then those like the
   * best.
   */
  related: RelatedTool[]
}

/** How many tools are scored exactly, whatever the limit; adjacent words count only there. */
const usualPool = 200

/** How many tools each step of a use case contributes. */
const clausePool = 10

/**
 * Ranks the tools of an index for a use case. Equal scores are ordered by slug.
 *
 * @example
 * const index = addTools(createSearchIndex(), [{ slug: 'TRACKER_LIST_ISSUES', name: 'List issues', toolkit: 'tracker', description: 'Lists issues', parameters: [] }])
 * const { primary } = search(index, { useCase: 'show me the open issues', limit: 5 })
 */
export const search = (index: SearchIndex, request: SearchRequest): SearchResponse => {
  const { useCase, knownFields, limit, relatedLimit = 0, filter, boosts } = request
  const query = readQuery(useCase, knownFields)
  const plan = planTerms(index, query)
  const toolkits = fitToolkits(index, query, plan)
  const pool = Math.max(usualPool, limit)
  const positions = new Set(collectForAll(index, plan, pool, filter))
  if (toolkits.onlyNamed)
    for (const position of collectTools(index, plan.terms, pool, both(toolkits.onlyNamed, filter)))
      positions.add(position)
  const scored = scoreTools(index, query, plan, [...positions], boosts, toolkits).slice(0, limit)
  const primary = scored.map(({ position, slug, score }) => ({
    slug,
    toolkit: toolAt(index, position).toolkit,
    score,
  }))
  return {
    primary,
    related: relatedLimit > 0 ? findRelated(index, plan, scored, relatedLimit, filter) : [],
  }
}

/** The best tools for the whole use case and for each step. */
const collectForAll = (
  index: SearchIndex,
  { terms, clauses }: Plan,
  size: number,
  filter?: ToolFilter,
): number[] => {
  const found = new Set(collectTools(index, terms, size, filter))
  for (const clause of clauses) {
    const own = clause.flatMap(({ at, weight }) => {
      const term = terms[at]
      return term ? [{ ...term, weight, most: (term.most * weight) / term.weight }] : []
    })
    for (const position of collectTools(index, own, clausePool, filter)) found.add(position)
  }
  return [...found]
}
