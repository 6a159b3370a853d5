import { z } from 'zod'
import type { Client } from '../../client/index.ts'
import { rankScores, type RankScores } from './rank-scores.ts'

/** A query, and the tools that it should find. */
export const searchCase = z.strictObject({
  query: z.string().min(1),
  expected: z.array(z.string().min(1)).min(1),
})
export type SearchCase = z.infer<typeof searchCase>

export type SearchOutcome = {
  /** Best match first. */
  found: string[]
} & SearchCase &
  RankScores

export type SearchReport = {
  /** Number of found tools that count. */
  k: number
  /** Mean over all queries. */
  mean: RankScores
  queries: SearchOutcome[]
}

/**
 * Runs searches in a session as its agents do, and measures how well they find the expected tools.
 *
 * @example
 * const { mean } = await evaluateSearch(plugboard.client, { session: 'trs_…', cases: [{ query: 'open a ticket', expected: ['TRACKER_CREATE_ISSUE'] }] })
 */
export const evaluateSearch = async (
  client: Client,
  {
    session,
    cases,
    k = 5,
  }: { session: string; cases: readonly SearchCase[]; k?: number | undefined },
): Promise<SearchReport> => {
  const queries: SearchOutcome[] = []
  for (const { query, expected } of cases) {
    const {
      results: [result],
    } = await client.sessions.search({
      params: { session_id: session },
      body: { queries: [{ use_case: query }] },
    })
    if (!result || typeof result.error === 'string')
      throw new Error(`The search for "${query}" failed: ${result?.error ?? 'no answer'}`)
    const found = [...result.primary_tool_slugs, ...result.related_tool_slugs]
    queries.push({ query, expected, found, ...rankScores({ expected, found }, k) })
  }
  return { k, mean: meanOf(queries), queries }
}

const meanOf = (scores: readonly RankScores[]): RankScores => {
  const mean = (name: keyof RankScores) =>
    scores.length === 0
      ? 0
      : scores.reduce((total, score) => total + score[name], 0) / scores.length
  return { recall: mean('recall'), mrr: mean('mrr'), ndcg: mean('ndcg') }
}
