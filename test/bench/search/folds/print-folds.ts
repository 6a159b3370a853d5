import { alignRows } from '../../figures/print-table.ts'
import { average, type Metrics } from '../metrics.ts'
import type { FoldRow } from './index.ts'

const columns = ['asIs', 'all', 'others', 'peer'] as const

type Figures = Record<(typeof columns)[number], Metrics>

/**
 * nDCG@10 in percent, the lead over the other engines, which had all sources, and the plain mean
 * over the sources, with what becomes of the lead.
 */
export const toFoldTable = (rows: readonly FoldRow[]): string => {
  const mean = (name: (typeof columns)[number]) => average(rows.map((row) => row[name]))
  const total = {
    source: 'MACRO',
    queries: rows.reduce((sum, { queries }) => sum + queries, 0),
    asIs: mean('asIs'),
    all: mean('all'),
    others: mean('others'),
    peer: mean('peer'),
  }
  const table = alignRows([
    [
      'left out',
      'queries',
      'nDCG@10 as it is',
      'chosen by all',
      'by the others',
      'best other engine, fitted to all',
      'lead, all',
      'lead, others',
    ],
    ...[...rows, total].map((row) => {
      const { all, others } = leadsOf(row)
      return [
        row.source,
        String(row.queries),
        ...columns.map((name) => percent(row[name]).toFixed(1)),
        all.toFixed(1),
        others.toFixed(1),
      ]
    }),
  ])
  return `${table}\n\n${toVerdict(leadsOf(total))}`
}

const percent = (metrics: Metrics): number => 100 * metrics['nDCG@10']

const leadsOf = ({ all, others, peer }: Figures) => ({
  all: percent(all) - percent(peer),
  others: percent(others) - percent(peer),
})

const toVerdict = ({ all, others }: ReturnType<typeof leadsOf>): string => {
  const lost = all > 0 ? ` (${((100 * (all - others)) / all).toFixed(0)} % less)` : ''
  return `The lead over the best other engine, which is fitted to all sources, is ${all.toFixed(1)} points where ours are chosen by all, and ${others.toFixed(1)} where the source has no say${lost}.`
}
