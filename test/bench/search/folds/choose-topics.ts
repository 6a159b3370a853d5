import { splitWords } from '../../../../src/service/search/engine/words/split-words.ts'
import { topics } from '../../../../src/service/search/engine/query/topics.ts'
import type { Metrics } from '../metrics.ts'
import { loadVariant, type Change } from './load-variant.ts'
import { averageBySource, measureQuery, overall, type Asked, type Indexes } from './measure.ts'

/**
 * For each line of the table of topics, how each query fares without it; only where that makes a
 * difference.
 */
type WithoutLine = ReadonlyMap<number, Metrics>

export const measureWithoutEachLine = async (
  queries: readonly Asked[],
  indexes: Indexes,
): Promise<WithoutLine[]> => {
  const words = queries.map(({ query }) => new Set(splitWords(query)))
  const measured: WithoutLine[] = []
  for (const [line, [, said]] of topics.entries()) {
    const engine = await loadVariant([keepTopics((each) => each !== line)])
    const triggers = splitWords(said)
    const touched = queries
      .map((query, at) => ({ query, at }))
      .filter(({ at }) => triggers.some((word) => words[at]?.has(word)))
    measured.push(
      new Map(touched.map(({ query, at }) => [at, measureQuery(engine, indexes, query)])),
    )
  }
  return measured
}

/**
 * The lines that these queries speak for: they fare worse without. A line that none of them has to
 * do with is not among those.
 */
export const chooseLines = (
  queries: readonly Asked[],
  isCounted: (query: Asked) => boolean,
  metrics: readonly Metrics[],
  withoutLine: readonly WithoutLine[],
): Set<number> => {
  const counted = queries
    .map((query, at) => ({ query, at }))
    .filter(({ query }) => isCounted(query))
  const judge = (without?: WithoutLine) =>
    overall(
      averageBySource(
        counted.map(({ query }) => query),
        counted.flatMap(({ at }) => without?.get(at) ?? metrics[at] ?? []),
      ),
    )
  const all = judge()
  return new Set(withoutLine.flatMap((without, line) => (judge(without) < all ? [line] : [])))
}

export const keepTopics = (isKept: (line: number) => boolean): Change => ({
  file: 'query/expansions.ts',
  from: 'for (const [heads, words] of topics)',
  to: `for (const [heads, words] of topics.filter((_, line) => ${JSON.stringify(topics.map((_, line) => isKept(line)))}[line]))`,
})
