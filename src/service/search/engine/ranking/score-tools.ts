import { toolsAt, type SearchIndex, type ToolPlace } from '../search-index.ts'
import type { Query } from '../query/read-query.ts'
import { createBoundedScores } from './bounded-scores.ts'
import { readImpacts, type Impacts } from './impacts.ts'
import { createPairScore } from './pair-score.ts'
import type { ClauseTerm, Plan } from './plan-terms.ts'
import type { Resolved } from './resolve.ts'
import { toFactor } from './signals.ts'

export type ScoredTool = {
  position: number
  slug: string
  score: number
}

/**
 * What the best tool for one of several steps gains: enough to rank with the best for the others.
 */
const clauseShare = 0.6

/** The most that boosts may add to a score, as a share of it. */
const boostShare = 0.5

type Wanted = {
  /** How many of the best tools are needed. */
  depth: number
  boosts?: ReadonlyMap<string, number> | undefined
}

/**
 * The best of some tools, best first. They are scored exactly, so that the order depends neither on
 * how the index is split nor on what the collection skipped; signals are judged only of tools that
 * may be among the best with the largest factor there is.
 */
export const scoreTools = (
  index: SearchIndex,
  resolved: Resolved,
  positions: Iterable<number>,
  { depth, boosts }: Wanted,
): ScoredTool[] => {
  const { plan, signals } = resolved
  const places = toolsAt(index, Int32Array.from(positions).sort())
  const impacts = readImpacts(plan.terms, places)
  const words = scoreWords(resolved, places, impacts)
  const scores = createBoundedScores(
    Float64Array.from(places, (place, at) => (words[at] ?? 0) * signals.most(place)),
    (at) => {
      const place = places[at]
      return place ? (words[at] ?? 0) * toFactor(signals.of(place)) : 0
    },
  )
  const gains = gainsOfClauses(plan, impacts, places.length)
  const gain = plan.clauses.length === 0 ? 0 : clauseShare * scores.largest()
  return scores
    .best(depth, (at, score) => {
      const boost = boosts?.get(places[at]?.slug ?? '') ?? 0
      return (score + gain * (gains[at] ?? 0)) * (1 + boostShare * Math.min(1, Math.max(0, boost)))
    })
    .flatMap(({ at, score }) => {
      const place = places[at]
      return place ? { position: place.position, slug: place.slug, score } : []
    })
    .sort((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
    .slice(0, depth)
}

/** What the words of each tool and its toolkit make, before its signals. */
const scoreWords = (
  { query, plan, toolkits }: Resolved,
  places: readonly ToolPlace[],
  impacts: Impacts,
): Float64Array => {
  const wordScore = createWordScore(query, plan)
  const pairScore = createPairScore(query, plan)
  return Float64Array.from(
    places,
    (place, row) =>
      (wordScore(impacts, row) + pairScore(place, impacts, row)) * toolkits.factor(place),
  )
}

/**
 * What the terms add in a tool. What expansions add counts only beyond the original words: "create"
 * and "new" in one text mean the same and count once.
 */
const createWordScore = (query: Query, plan: Plan): ((impacts: Impacts, row: number) => number) => {
  const weights = Float64Array.from(plan.terms, ({ weight }) => weight)
  const originals = originalTerms(query, plan)
  return ({ terms, values }, row) => {
    const start = row * terms
    let total = 0
    let duplicate = 0
    for (let at = 0; at < terms; at++) {
      const impact = values[start + at] ?? 0
      if (impact === 0) continue
      const own = (weights[at] ?? 0) * impact
      total += own
      let most = 0
      for (const reason of originals[at] ?? [])
        most = Math.max(most, (weights[reason] ?? 0) * (values[start + reason] ?? 0))
      duplicate += Math.min(own, most)
    }
    return total - duplicate
  }
}

/** How close each tool comes to the best one for any step: 1 for the best itself. */
const gainsOfClauses = ({ clauses }: Plan, impacts: Impacts, rows: number): Float64Array => {
  const gains = new Float64Array(rows)
  const fits = new Float64Array(rows)
  for (const clause of clauses) {
    let fittest = 0
    for (let row = 0; row < rows; row++) {
      const fit = sumOf(clause, impacts, row)
      fits[row] = fit
      if (fit > fittest) fittest = fit
    }
    if (fittest === 0) continue
    for (let row = 0; row < rows; row++)
      gains[row] = Math.max(gains[row] ?? 0, (fits[row] ?? 0) / fittest)
  }
  return gains
}

/** For each expansion, the terms of the words that it expands. */
const originalTerms = (
  { words }: Query,
  { terms, reasons }: Plan,
): readonly (readonly number[])[] => {
  const termIndexes = new Map(terms.map(({ word }, at) => [word, at]))
  return terms.map(({ word }) =>
    words.has(word)
      ? []
      : (reasons.get(word) ?? []).flatMap((reason) => termIndexes.get(reason) ?? []),
  )
}

const sumOf = (terms: readonly ClauseTerm[], impacts: Impacts, row: number): number => {
  const start = row * impacts.terms
  let total = 0
  for (const { at, weight } of terms) total += weight * (impacts.values[start + at] ?? 0)
  return total
}
