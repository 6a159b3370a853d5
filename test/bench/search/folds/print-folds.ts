import { alignRows } from '../../figures/print-table.ts'
import { average, type Metrics } from '../metrics.ts'
import type { FoldRow } from './index.ts'

const shown = ['nDCG@10', 'comp@10'] as const

/** The rows as a table, with the plain mean over the sources below each kind. */
export const toFoldTable = (rows: readonly FoldRow[]): string => {
  const kinds = [...Map.groupBy(rows, ({ fitted }) => fitted)]
  const withMeans = kinds.flatMap(([fitted, all]) => [
    ...all,
    {
      fitted,
      source: 'MACRO',
      queries: all.reduce((sum, { queries }) => sum + queries, 0),
      all: average(all.map((row) => row.all)),
      others: average(all.map((row) => row.others)),
      none: average(all.map((row) => row.none)),
    },
  ])
  const heads = shown.flatMap((metric) => [
    `${metric}, fitted to all`,
    'to the others',
    'not fitted',
  ])
  const cells = (row: FoldRow) =>
    shown.flatMap((metric) =>
      [row.all, row.others, row.none].map((metrics: Metrics) => (100 * metrics[metric]).toFixed(1)),
    )
  return alignRows([
    ['fitted', 'left out', 'queries', ...heads],
    ...withMeans.map((row) => [row.fitted, row.source, String(row.queries), ...cells(row)]),
  ])
}
