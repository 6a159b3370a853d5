import { rate, type RatedFigure } from '../figures/figure.ts'
import { enlarge, type SearchData } from './data.ts'
import { fts5 } from './engines/fts5.ts'
import { plugboard } from './engines/plugboard.ts'
import type { Searcher } from './engines/engine.ts'
import { measureMeanCpu } from './cpu-time.ts'
import { quantile } from './quantile.ts'

/** So many queries, taken evenly from all sources, tell the slowest in a hundred. */
const askedQueries = 300

const bars: Record<number, number> = { 10_000: 0.3, 100_000: 0.15 }

/**
 * The processor time of one use case in catalogues of these sizes, beside SQLite's full-text search
 * with the same stop list.
 */
export const measureSpeed = async (
  { tools, queries }: SearchData,
  sizes: readonly number[],
  say: (text: string) => void,
): Promise<RatedFigure[]> => {
  const step = Math.max(1, Math.floor(queries.length / askedQueries))
  const asked = queries.filter((_, at) => at % step === 0).map(({ query }) => query)
  const figures: RatedFigure[] = []
  for (const size of sizes) {
    say(`searching ${size} tools`)
    const ours = await plugboard.build(enlarge(tools, size))
    const reference = await fts5.build(enlarge(tools, size))
    const [oursTimes, referenceTimes] = await timeEach([ours, reference], asked)
    for (const share of [0.5, 0.99]) {
      const atMost = share === 0.99 ? bars[size] : undefined
      figures.push(
        rate({
          name: `use case, ${size} tools, p${share * 100}`,
          ours: { value: quantile(oursTimes, share), unit: 'ms' },
          reference: { name: fts5.name, value: quantile(referenceTimes, share), unit: 'ms' },
          ...(atMost !== undefined && { bar: { of: 'ratio', atMost } }),
        }),
      )
    }
    figures.push(compareSeven(oursTimes, size))
    reference.close?.()
  }
  return figures
}

/** Both get each query in turn, so that a busy machine slows both. */
const timeEach = async (
  searchers: [Searcher, Searcher],
  queries: readonly string[],
): Promise<[number[], number[]]> => {
  const times: [number[], number[]] = [[], []]
  for (const searcher of searchers)
    for (const query of queries.slice(0, 30)) await searcher.search(query, 10)
  for (const query of queries) {
    for (const [at, searcher] of searchers.entries())
      times[at]?.push(await measureMeanCpu(() => searcher.search(query, 10)))
  }
  return times
}

/**
 * A request may hold seven use cases, which are searched for one after the other; here they come
 * from all sources.
 */
const compareSeven = (single: readonly number[], size: number): RatedFigure => {
  const groups = Math.floor(single.length / 7)
  const seven = Array.from({ length: groups }, (_, first) =>
    single
      .filter((_time, at) => at % groups === first)
      .slice(0, 7)
      .reduce((sum, time) => sum + time, 0),
  )
  return rate({
    name: `seven use cases, ${size} tools, p99`,
    ours: { value: quantile(seven, 0.99), unit: 'ms' },
    reference: { name: 'one use case', value: quantile(single, 0.99), unit: 'ms' },
    ...(size === 100_000 && { bar: { of: 'ratio', atMost: 5 } }),
    note: 'the sum of the times of seven use cases',
  })
}
