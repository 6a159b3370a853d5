import { catalogueOf, type SearchData } from '../data.ts'
import type { Engine } from '../engines/engine.ts'
import type { Metrics } from '../metrics.ts'
import { measureQuality } from '../quality.ts'
import { chooseLines, keepTopics, measureWithoutEachLine } from './choose-topics.ts'
import { createChoice, measureSetting } from './choose-setting.ts'
import { describeSetting, neutralSetting } from './knobs.ts'
import { loadVariant } from './load-variant.ts'
import { averageBySource, buildIndexes, measureQuery, type Asked } from './measure.ts'

/** So many queries of a source decide on the numbers; all of them are measured then. */
const decidingQueries = 80

/** How a source fares by the engine as it is, and by what was chosen with and without that source. */
export type FoldRow = {
  source: string
  queries: number
  asIs: Metrics
  /** Topics and numbers fitted to all sources, to the others alone, and none. */
  all: Metrics
  others: Metrics
  none: Metrics
  /** The best of the other engines on this source, with settings fitted to all sources. */
  peer: Metrics
}

type BySource = ReadonlyMap<string, Metrics>

/**
 * Whether what was found by trying, the numbers and the table of topics, serves those it was not
 * tried on: each catalogue with its queries is left out in turn, all is chosen anew by the others,
 * and the left out ones are measured.
 */
export const measureFolds = async (
  { tools, ...data }: SearchData,
  peers: readonly Engine[],
  say: (text: string) => void,
): Promise<FoldRow[]> => {
  const queries = [...Map.groupBy(data.queries, ({ source }) => source).values()].flatMap((all) => {
    const catalogue = all[0] ? catalogueOf(all[0], tools) : ''
    return all.map((query): Asked => ({ ...query, catalogue }))
  })
  const deciding = [...Map.groupBy(queries, ({ source }) => source).values()].flatMap((all) =>
    all.filter((_, at) => at % Math.ceil(all.length / decidingQueries) === 0),
  )
  const engine = await loadVariant([])
  const indexes = buildIndexes(engine, tools, queries)
  const current = queries.map((query) => measureQuery(engine, indexes, query))
  say('measuring each line of the table of topics')
  const withoutLine = await measureWithoutEachLine(queries, indexes)

  const chooseSetting = createChoice(tools, deciding)

  /** Chooses by the queries that count, and measures all of them. */
  const fit = async (isCounted: (query: Asked) => boolean): Promise<BySource> => {
    const lines = chooseLines(queries, isCounted, current, withoutLine)
    const besides = [keepTopics((line) => lines.has(line))]
    const setting = await chooseSetting(isCounted)
    say(`${lines.size} of ${withoutLine.length} lines of topics; ${describeSetting(setting)}`)
    return averageBySource(queries, await measureSetting(tools, queries, setting, besides))
  }

  say('choosing by all')
  const all = await fit(() => true)
  const others = new Map<string, Metrics>()
  for (const catalogue of indexes.keys()) {
    say(`choosing without ${catalogue}`)
    const fitted = await fit((query) => query.catalogue !== catalogue)
    for (const query of queries)
      if (query.catalogue === catalogue) others.set(query.source, of(fitted, query.source))
  }
  const none = averageBySource(
    queries,
    await measureSetting(tools, queries, neutralSetting, [keepTopics(() => false)]),
  )
  const asIs = averageBySource(queries, current)
  const best = await measurePeers(peers, { tools, queries })
  return [...asIs.keys()].map((source) => ({
    source,
    queries: queries.filter((query) => query.source === source).length,
    asIs: of(asIs, source),
    all: of(all, source),
    others: of(others, source),
    none: of(none, source),
    peer: of(best, source),
  }))
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
