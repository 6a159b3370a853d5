import { catalogueOf, isOf, type SearchData } from '../data.ts'
import type { Engine } from '../engines/engine.ts'
import { toSearchable } from '../engines/plugboard.ts'
import { scoreRanking, type Metrics } from '../metrics.ts'
import { measureQuality } from '../quality.ts'
import { createChoice, measureSetting } from './choose-setting.ts'
import { describeSetting } from './knobs.ts'
import { loadVariant } from './load-variant.ts'
import {
  averageBySource,
  buildIndexes,
  measureQuery,
  type Asked,
  type Catalogues,
} from './measure.ts'

/** So many queries of a given source decide on the numbers; all of them are measured then. */
const decidingQueries = 100

/** How a source fares by what was chosen with and without it. */
export type FoldRow = {
  source: string
  queries: number
  /** By the engine as it is. */
  asIs: Metrics
  /** With numbers chosen by all sources, and by the others alone. */
  all: Metrics
  others: Metrics
  /** The best of the other engines on this source, with settings fitted to all given sources. */
  peer: Metrics
}

/** Other catalogues and their queries, which count in every choice and are never left out. */
export type Guides = { catalogues: Catalogues; queries: readonly Asked[] }

type BySource = ReadonlyMap<string, Metrics>

/**
 * Whether the ranking's numbers serve those that had no say in them: each catalogue with its queries
 * is left out in turn, the numbers are chosen anew by the others and the guides, as those of the
 * engine were, and the left out ones are measured. The tables of words stay, as none was chosen by
 * these catalogues.
 */
export const measureFolds = async (
  data: SearchData,
  peers: readonly Engine[],
  guides: Guides,
  say: (text: string) => void,
): Promise<FoldRow[]> => {
  const given = readGiven(data)
  const names = [...given.catalogues.keys()]
  const catalogues: Catalogues = new Map([...given.catalogues, ...guides.catalogues])
  const deciding = [...Map.groupBy(given.queries, ({ source }) => source).values()].flatMap((all) =>
    all.filter((_, at) => at % Math.ceil(all.length / decidingQueries) === 0),
  )
  const choose = createChoice(catalogues, [...deciding, ...guides.queries])

  /** Chooses by the queries that count, and measures the given ones. */
  const fit = async (isCounted: (query: Asked) => boolean): Promise<BySource> => {
    const setting = await choose(isCounted)
    say(`chosen otherwise than in the engine: ${describeSetting(setting)}`)
    return averageBySource(
      given.queries,
      await measureSetting(given.catalogues, given.queries, setting),
    )
  }

  say('choosing by all')
  const all = await fit(() => true)
  const others = new Map<string, Metrics>()
  for (const name of names) {
    say(`choosing without ${name}`)
    const fitted = await fit(({ catalogue }) => catalogue !== name)
    for (const { source, catalogue } of given.queries)
      if (catalogue === name) others.set(source, of(fitted, source))
  }
  const engine = await loadVariant([])
  const indexes = buildIndexes(engine, given.catalogues)
  const asIs = averageBySource(
    given.queries,
    given.queries.map((query) => measureQuery(engine, indexes, query)),
  )
  const peer = await measurePeers(peers, data)
  return [...asIs.keys()].map((source) => ({
    source,
    queries: given.queries.filter((query) => query.source === source).length,
    asIs: of(asIs, source),
    all: of(all, source),
    others: of(others, source),
    peer: of(peer, source),
  }))
}

/** The given catalogues and their queries, source by source. */
const readGiven = ({ tools, queries }: SearchData): Guides => {
  const asked = [...Map.groupBy(queries, ({ source }) => source).values()].flatMap((all) => {
    const catalogue = all[0] ? catalogueOf(all[0], tools) : ''
    return all.map(({ source, query, gold }) => ({
      source,
      catalogue,
      query,
      score: (ranked: readonly string[]) => scoreRanking(ranked, gold),
    }))
  })
  const names = new Set(asked.map(({ catalogue }) => catalogue))
  return {
    catalogues: new Map(
      [...names].map((name) => [
        name,
        tools.filter((tool) => isOf(tool, name)).map((tool) => toSearchable(tool)),
      ]),
    ),
    queries: asked,
  }
}

/** For each source the figures of the engine that ranks it best. */
const measurePeers = async (peers: readonly Engine[], data: SearchData): Promise<BySource> => {
  const best = new Map<string, Metrics>()
  for (const peer of peers)
    for (const { source, metrics } of await measureQuality(peer, 'scoped', data))
      if (metrics['nDCG@10'] > (best.get(source)?.['nDCG@10'] ?? -1)) best.set(source, metrics)
  return best
}

const of = (bySource: BySource, source: string): Metrics => {
  const metrics = bySource.get(source)
  if (!metrics) throw new Error(`Nothing was measured of ${source}`)
  return metrics
}
