import { isOf, type DataQuery, type DataTool } from '../data.ts'
import { toSearchable } from '../engines/plugboard.ts'
import { average, scoreRanking, type Metrics } from '../metrics.ts'
import type { EngineModule } from './load-variant.ts'

type Index = ReturnType<EngineModule['createSearchIndex']>

/** An index of each catalogue; plain data, which variants that only read it otherwise may share. */
export type Indexes = ReadonlyMap<string, Index>

export const buildIndexes = (
  { addTools, createSearchIndex }: EngineModule,
  tools: readonly DataTool[],
  queries: readonly Asked[],
): Indexes =>
  new Map(
    [...new Set(queries.map(({ catalogue }) => catalogue))].map((catalogue) => [
      catalogue,
      addTools(
        createSearchIndex(),
        tools.filter((tool) => isOf(tool, catalogue)).map((tool) => toSearchable(tool)),
      ),
    ]),
  )

/** A query with the catalogue that it is asked of. */
export type Asked = DataQuery & { catalogue: string }

export const measureQuery = (
  { search }: EngineModule,
  indexes: Indexes,
  { query, gold, catalogue }: Asked,
): Metrics => {
  const index = indexes.get(catalogue)
  if (!index) throw new Error(`There is no index of ${catalogue}`)
  return scoreRanking(
    search(index, { useCase: query, limit: 10 }).primary.map(({ slug }) => slug),
    gold,
  )
}

/** The metrics of each source. */
export const averageBySource = (
  queries: readonly Asked[],
  metrics: readonly Metrics[],
): ReadonlyMap<string, Metrics> =>
  new Map(
    [
      ...Map.groupBy(
        queries.map(({ source }, at) => ({ source, at })),
        ({ source }) => source,
      ),
    ].map(([source, all]) => [source, average(all.flatMap(({ at }) => metrics[at] ?? []))]),
  )

/** What a choice is made by: the mean over sources, as they count alike whatever their size. */
export const overall = (bySource: ReadonlyMap<string, Metrics>): number =>
  average([...bySource.values()])['nDCG@10']
