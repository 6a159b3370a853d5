import type { SearchableTool } from '../../../../src/service/search/engine/index.ts'
import { average, type Metrics } from '../metrics.ts'
import type { EngineModule } from './load-variant.ts'

type Index = ReturnType<EngineModule['createSearchIndex']>

/** An index of each catalogue; plain data, which variants that only read it otherwise may share. */
export type Indexes = ReadonlyMap<string, Index>

/** The tools of each catalogue. */
export type Catalogues = ReadonlyMap<string, readonly SearchableTool[]>

export const buildIndexes = (
  { addTools, createSearchIndex }: EngineModule,
  catalogues: Catalogues,
): Indexes =>
  new Map(
    [...catalogues].map(([catalogue, tools]) => [
      catalogue,
      addTools(createSearchIndex(), [...tools]),
    ]),
  )

/** A query of some source, the catalogue that it is asked of, and what a ranking is worth. */
export type Asked = {
  source: string
  catalogue: string
  query: string
  score: (ranked: readonly string[]) => Metrics
}

export const measureQuery = (
  { search }: EngineModule,
  indexes: Indexes,
  { query, catalogue, score }: Asked,
): Metrics => {
  const index = indexes.get(catalogue)
  if (!index) throw new Error(`There is no index of ${catalogue}`)
  return score(search(index, { useCase: query, limit: 10 }).primary.map(({ slug }) => slug))
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
