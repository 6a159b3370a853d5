import { longestUseCase, readQuery, readStep } from './query/read-query.ts'
import { correct } from './query/correct.ts'
import { findPosition } from './find-position.ts'
import { collectAmong, collectTools } from './ranking/collect.ts'
import { findCalled } from './ranking/find-called.ts'
import { findRelated, type RelatedTool } from './ranking/find-related.ts'
import { toolsOfToolkits } from './ranking/index-toolkits.ts'
import { judgedTools, judgeFit } from './ranking/judge-fit.ts'
import { planTerms, type Plan } from './ranking/plan-terms.ts'
import { resolve, toResolved, type Resolved } from './ranking/resolve.ts'
import { scoreTools, type ScoredTool } from './ranking/score-tools.ts'
import type { ToolkitFit } from './ranking/toolkits.ts'
import { vocabularyOf, type Vocabulary } from './ranking/vocabulary.ts'
import { toolAt, type SearchIndex, type ToolPlace } from './search-index.ts'
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
  /** What a toolkit counts among equals, up to 1; default: 1. */
  weightOf?: ((toolkit: string) => number) | undefined
}

export type Ranked = { slug: string; toolkit: string; score: number }

export type SearchResponse = {
  /** The tools that match the use case, best first. */
  primary: Ranked[]
  /**
   * Whether one of the first of these tools surely does what is asked for; otherwise they are only
   * the nearest. `standsOut` is evidence beside the words, where there is any.
   */
  judge: (tools: readonly Ranked[], standsOut?: (tool: Ranked) => boolean) => boolean
  /** Whether the use case asks for several things. */
  hasSteps: boolean
  /** The toolkits that the use case surely names; none where it asks for several steps. */
  named: ReadonlySet<string>
  /**
   * Tools that probably help: those that provide what a primary one needs, then those like the
   * best.
   */
  related: RelatedTool[]
}

/** How many tools are scored exactly, whatever the limit; adjacent words count only there. */
const usualPool = 128

/** The same for each of several steps. */
const stepPool = 48

/** So many tools of each step are placed, if they score this share of its best. */
const stepDepth = 3
const stepShare = 0.6

/** Below this, the name of a toolkit may be a common word. */
const sureName = 0.9

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
  const { limit, relatedLimit = 0, filter } = request
  const vocabulary = vocabularyOf(index)
  const resolved = read(index, vocabulary, request)
  const { query } = resolved
  const ranking: Ranking = { index, vocabulary, request, toolsOf: createToolsOf(index, filter) }
  const whole = rank(ranking, resolved, { pool: usualPool, depth: limit })
  const { named } = resolved.toolkits
  const steps = rankSteps(ranking, query.steps, named)
  const called = findCalled(index, request.useCase.slice(0, longestUseCase), filter)
  const scored = putFirst(
    index,
    called,
    interleave(
      whole,
      steps.map((step) => step.scored),
    ),
  ).slice(0, limit)
  const primary = scored.map(({ position, slug, score }) => ({
    slug,
    toolkit: toolAt(index, position).toolkit,
    score,
  }))
  const hasSteps = query.steps.length > 1 || resolved.plan.clauses.length > 1
  return {
    primary,
    judge: (tools, standsOut = () => false) =>
      called.length > 0 ||
      tools.slice(0, judgedTools).some(standsOut) ||
      steps.some(({ judgeStep }) => judgeStep()) ||
      judgeFit(index, resolved, toPositions(index, tools)),
    hasSteps,
    named: hasSteps ? new Set() : surelyNamed(resolved.toolkits),
    related:
      relatedLimit > 0
        ? findRelated(index, vocabulary, resolved.plan, scored, relatedLimit, filter)
        : [],
  }
}

/** One search, which ranks a request and its steps. */
type Ranking = {
  index: SearchIndex
  vocabulary: Vocabulary
  request: SearchRequest
  toolsOf: (named: ToolkitFit['named']) => readonly ToolPlace[]
}

/** What a request says; one that is surely mistyped is read as it was meant. */
const read = (
  index: SearchIndex,
  vocabulary: Vocabulary,
  { useCase, knownFields, weightOf }: SearchRequest,
): Resolved => {
  const written = readQuery(useCase, knownFields)
  const plan = planTerms(vocabulary, written)
  const meant = correct(useCase, plan.corrected, (word) => vocabulary.spell(word)[0])
  return meant === useCase
    ? toResolved(index, vocabulary, written, plan, { weightOf })
    : resolve(index, vocabulary, readQuery(meant, knownFields), { weightOf })
}

const surelyNamed = ({ named }: ToolkitFit): Set<string> =>
  new Set([...named].flatMap(([toolkit, share]) => (share >= sureName ? [toolkit] : [])))

/** Where the first of these tools are; those of another index are left out. */
const toPositions = (index: SearchIndex, tools: readonly Ranked[]): { position: number }[] =>
  tools.slice(0, judgedTools).flatMap((tool) => {
    const position = findPosition(index, tool)
    return position === undefined ? [] : [{ position }]
  })

/** The best tools for a request, best first. */
const rank = (
  { index, request: { limit, filter, boosts }, toolsOf }: Ranking,
  resolved: Resolved,
  usual: { pool: number; depth: number },
): ScoredTool[] => {
  const { plan, toolkits } = resolved
  const pool = Math.max(usual.pool, limit)
  const depth = Math.max(usual.depth, judgedTools)
  const positions = new Set(collectForAll(index, plan, pool, filter))
  if (toolkits.named.size > 0)
    for (const position of collectAmong(index, plan.terms, pool, toolsOf(toolkits.named)))
      positions.add(position)
  return scoreTools(index, resolved, positions, { depth, boosts })
}

/** Finds the tools of toolkits that are named; the steps of a request often name the same. */
const createToolsOf = (index: SearchIndex, filter: ToolFilter | undefined): Ranking['toolsOf'] => {
  const known = new Map<ToolkitFit['named'], readonly ToolPlace[]>()
  return (named) => {
    const tools = known.get(named) ?? toolsOfToolkits(index, named, filter)
    known.set(named, tools)
    return tools
  }
}

/** It is judged where an answer depends on it. */
type Step = { scored: ScoredTool[]; judgeStep: () => boolean }

/** The best tools for each step on its own. */
const rankSteps = (
  ranking: Ranking,
  steps: readonly string[],
  named: ToolkitFit['named'],
): Step[] =>
  steps.map((step) => {
    const resolved = resolve(ranking.index, ranking.vocabulary, readStep(step), {
      named,
      weightOf: ranking.request.weightOf,
    })
    const scored = rank(ranking, resolved, { pool: stepPool, depth: stepDepth })
    return { scored, judgeStep: () => judgeFit(ranking.index, resolved, scored) }
  })

/**
 * The best tool for each step, then the best for the whole, then the second best of each, and so on;
 * scores do not increase.
 */
const interleave = (whole: readonly ScoredTool[], steps: readonly ScoredTool[][]): ScoredTool[] => {
  if (steps.length === 0) return [...whole]
  const lists = [...steps, whole]
  const best = lists.reduce((most, [first]) => Math.max(most, first?.score ?? 0), 0)
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0)
  const merged = new Map<number, ScoredTool>()
  let least = best
  for (let at = 0; at < longest; at++) {
    for (const list of lists) {
      const tool = list[at]
      if (!tool || merged.has(tool.position)) continue
      if (list !== whole && (at >= stepDepth || tool.score < stepShare * (list[0]?.score ?? 0)))
        continue
      least = Math.min(least, (best * tool.score) / (list[0]?.score || 1))
      merged.set(tool.position, { ...tool, score: least })
    }
  }
  return [...merged.values()]
}

/** What is called by its slug comes first, with twice the score of the best. */
const putFirst = (
  index: SearchIndex,
  called: readonly number[],
  scored: readonly ScoredTool[],
): ScoredTool[] => {
  const score = 2 * (scored[0]?.score ?? 1)
  return [
    ...called.map((position) => ({ position, slug: toolAt(index, position).slug, score })),
    ...scored.filter(({ position }) => !called.includes(position)),
  ]
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
