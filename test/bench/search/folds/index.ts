import { catalogueOf, type SearchData } from '../data.ts'
import type { Metrics } from '../metrics.ts'
import { chooseLines, measureLines, measureWithoutEachLine } from './choose-topics.ts'
import { chooseSetting, measureSetting } from './choose-setting.ts'
import { describeSetting, neutralSetting } from './knobs.ts'
import { loadVariant } from './load-variant.ts'
import { averageBySource, buildIndexes, measureQuery, type Asked } from './measure.ts'

/** So many queries of a source decide on the numbers; all of them are measured then. */
const decidingQueries = 250

/**
 * How a source fares by what was fitted to all sources, by what was fitted to the others alone, and
 * without either.
 */
export type FoldRow = {
  fitted: 'topics' | 'numbers'
  source: string
  queries: number
  all: Metrics
  others: Metrics
  none: Metrics
}

/**
 * Whether what was found by trying, the numbers and the table of topics, serves those it was not
 * tried on: each catalogue with its queries is left out in turn, all is chosen anew by the others,
 * and the left out ones are measured.
 */
export const measureFolds = async (
  { tools, ...data }: SearchData,
  say: (text: string) => void,
): Promise<FoldRow[]> => {
  const queries = [...Map.groupBy(data.queries, ({ source }) => source).values()].flatMap((all) => {
    const catalogue = all[0] ? catalogueOf(all[0], tools) : ''
    return all.map((query): Asked => ({ ...query, catalogue }))
  })
  const engine = await loadVariant([])
  const indexes = buildIndexes(engine, tools, queries)
  const current = queries.map((query) => measureQuery(engine, indexes, query))
  say('measuring each line of the table of topics')
  const withoutLine = await measureWithoutEachLine(queries, indexes)
  const none = {
    numbers: await measureSetting(tools, queries, neutralSetting),
    topics: await measureLines(queries, indexes, new Set()),
  }
  const deciding = [...Map.groupBy(queries, ({ source }) => source).values()].flatMap((all) =>
    all.filter((_, at) => at % Math.ceil(all.length / decidingQueries) === 0),
  )

  const rows: FoldRow[] = []
  const toRows = (
    fitted: FoldRow['fitted'],
    catalogue: string,
    others: readonly Metrics[],
    without: readonly Metrics[],
  ): FoldRow[] => {
    const [a, b, c] = [current, others, without].map((metrics) => averageBySource(queries, metrics))
    return [
      ...new Set(
        queries.filter((query) => query.catalogue === catalogue).map(({ source }) => source),
      ),
    ].map((source) => ({
      source,
      fitted,
      queries: queries.filter((query) => query.source === source).length,
      all: of(a, source),
      others: of(b, source),
      none: of(c, source),
    }))
  }
  for (const catalogue of indexes.keys()) {
    const lines = chooseLines(
      queries,
      (query) => query.catalogue !== catalogue,
      current,
      withoutLine,
    )
    say(
      `choosing without ${catalogue}, which leaves ${lines.size} of ${withoutLine.length} lines of topics`,
    )
    rows.push(
      ...toRows('topics', catalogue, await measureLines(queries, indexes, lines), none.topics),
    )
    const setting = await chooseSetting(
      tools,
      deciding.filter((query) => query.catalogue !== catalogue),
    )
    say(`other numbers than in the engine: ${describeSetting(setting)}`)
    rows.push(
      ...toRows('numbers', catalogue, await measureSetting(tools, queries, setting), none.numbers),
    )
  }
  return rows
}

const of = (bySource: ReadonlyMap<string, Metrics> | undefined, source: string): Metrics => {
  const metrics = bySource?.get(source)
  if (!metrics) throw new Error(`Nothing was measured of ${source}`)
  return metrics
}
