/**
 * How good a ranked list is, each from 0 to 1. A tool is right or wrong; gains are discounted by
 * log2 of the rank.
 */
export const metricNames = ['r@1', 'r@5', 'r@10', 'nDCG@5', 'nDCG@10', 'comp@10', 'MRR@10'] as const

export type Metrics = Record<(typeof metricNames)[number], number>

export const scoreRanking = (ranked: readonly string[], gold: readonly string[]): Metrics => {
  const wanted = new Set(gold)
  const isRight = [...new Set(ranked)].slice(0, 10).map((id) => wanted.has(id))
  const found = (depth: number) => isRight.slice(0, depth).filter(Boolean).length
  const recall = (depth: number) => found(depth) / wanted.size
  const gain = (flags: readonly boolean[]) =>
    flags.reduce((sum, flag, rank) => sum + (flag ? 1 / Math.log2(rank + 2) : 0), 0)
  const normalized = (depth: number) =>
    gain(isRight.slice(0, depth)) /
    gain(Array.from({ length: Math.min(depth, wanted.size) }, () => true))
  const first = isRight.indexOf(true)
  return {
    'r@1': recall(1),
    'r@5': recall(5),
    'r@10': recall(10),
    'nDCG@5': normalized(5),
    'nDCG@10': normalized(10),
    'comp@10': found(10) === wanted.size ? 1 : 0,
    'MRR@10': first < 0 ? 0 : 1 / (first + 1),
  }
}

export const average = (rows: readonly Metrics[]): Metrics => {
  const entries = metricNames.map(
    (name) => [name, rows.reduce((sum, row) => sum + row[name], 0) / rows.length] as const,
  )
  return Object.fromEntries(entries) as Metrics
}
