import { toolAt, type SearchIndex } from '../search-index.ts'
import type { Query } from '../query/read-query.ts'
import { createPairScore } from './pair-score.ts'
import type { ClauseTerm, Plan } from './plan-terms.ts'
import { readImpacts } from './impacts.ts'
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

/**
 * Scores tools exactly, so that the order depends neither on how the index is split nor on what the
 * collection skipped.
 */
export const scoreTools = (
  index: SearchIndex,
  { query, plan, toolkits, signals }: Resolved,
  positions: Iterable<number>,
  boosts?: ReadonlyMap<string, number>,
): ScoredTool[] => {
  const places = [...positions].sort((a, b) => a - b).map((position) => toolAt(index, position))
  const impacts = readImpacts(plan.terms, places)
  const whole = plan.terms.map(({ weight }, at) => ({ at, weight }))
  const originals = originalTerms(query, plan)
  const pairScore = createPairScore(query, plan)
  const scores = places.map((place, at) => {
    const own = impacts[at] ?? new Float64Array(0)
    const words = sumOf(whole, own) - duplicateScore(whole, originals, own) + pairScore(place, own)
    return words * toFactor(signals(place)) * toolkits.factor(place)
  })
  const gains = gainsOfClauses(plan, impacts)
  const gain = clauseShare * scores.reduce((a, b) => Math.max(a, b), 0)
  return places
    .map(({ position, slug }, at) => {
      const boost = Math.min(1, Math.max(0, boosts?.get(slug) ?? 0))
      return {
        position,
        slug,
        score: ((scores[at] ?? 0) + gain * (gains[at] ?? 0)) * (1 + boostShare * boost),
      }
    })
    .toSorted((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
}

/** How close each tool comes to the best one for any step: 1 for the best itself. */
const gainsOfClauses = ({ clauses }: Plan, impacts: readonly Float64Array[]): Float64Array => {
  const gains = new Float64Array(impacts.length)
  for (const clause of clauses) {
    const fits = impacts.map((own) => sumOf(clause, own))
    const fittest = fits.reduce((a, b) => Math.max(a, b), 0)
    if (fittest === 0) continue
    for (let at = 0; at < fits.length; at++)
      gains[at] = Math.max(gains[at] ?? 0, (fits[at] ?? 0) / fittest)
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

/**
 * What expansions add in a tool that has the original words too: "create" and "new" in one text
 * mean the same and count once.
 */
const duplicateScore = (
  terms: readonly ClauseTerm[],
  originals: readonly (readonly number[])[],
  impacts: Float64Array | undefined,
): number => {
  let total = 0
  for (const { at, weight } of terms) {
    const own = weight * (impacts?.[at] ?? 0)
    if (own === 0) continue
    let most = 0
    for (const reason of originals[at] ?? [])
      most = Math.max(most, (terms[reason]?.weight ?? 0) * (impacts?.[reason] ?? 0))
    total += Math.min(own, most)
  }
  return total
}

const sumOf = (terms: readonly ClauseTerm[], impacts: Float64Array | undefined): number => {
  let total = 0
  for (const { at, weight } of terms) total += weight * (impacts?.[at] ?? 0)
  return total
}
