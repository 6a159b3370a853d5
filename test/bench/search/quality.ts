import { quantile } from './quantile.ts'
import { measureWall } from './wall-time.ts'
import { catalogueOf, isOf, type DataQuery, type DataTool, type SearchData } from './data.ts'
import type { Engine } from './engines/engine.ts'
import { average, scoreRanking, type Metrics } from './metrics.ts'

export type Scope = 'scoped' | 'merged'

export type QualityRow = {
  engine: string
  scope: Scope
  source: string
  queries: number
  metrics: Metrics
  p50?: number
  p99?: number
}

/** One row for each source of queries, and one for their plain mean. */
export const measureQuality = async (
  engine: Engine,
  scope: Scope,
  { tools, queries }: SearchData,
): Promise<QualityRow[]> => {
  const bySource = new Map<string, Metrics[]>()
  const times: number[] = []
  for (const [catalogue, asked] of groupQueries(scope, queries, tools)) {
    const searcher = await engine.build(
      catalogue === '' ? tools : tools.filter((tool) => isOf(tool, catalogue)),
    )
    for (const { query, gold, source } of asked) {
      const { value, ms } = await measureWall(() => searcher.search(query, 10))
      times.push(ms)
      const rows = bySource.get(source) ?? []
      rows.push(scoreRanking(value, gold))
      bySource.set(source, rows)
    }
    searcher.close?.()
  }
  const rows = [...bySource].map(([source, all]): QualityRow => ({
    engine: engine.name,
    scope,
    source,
    queries: all.length,
    metrics: average(all),
  }))
  return [
    ...rows,
    {
      engine: engine.name,
      scope,
      source: 'MACRO',
      queries: queries.length,
      metrics: average(rows.map(({ metrics }) => metrics)),
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
    },
  ]
}

/** Queries by the catalogue they are asked of; '' is everything. */
const groupQueries = (
  scope: Scope,
  queries: readonly DataQuery[],
  tools: readonly DataTool[],
): Map<string, DataQuery[]> =>
  Map.groupBy(queries, (query) => (scope === 'merged' ? '' : catalogueOf(query, tools)))
