import { alignRows } from '../../figures/print-table.ts'
import { average } from '../metrics.ts'
import type { FoldRow } from './index.ts'

/** nDCG@10 in percent, the lead over the other engines, and the plain mean over the sources. */
export const toFoldTable = (rows: readonly FoldRow[]): string => {
  const mean = (name: 'asIs' | 'all' | 'others' | 'none' | 'peer') =>
    average(rows.map((row) => row[name]))
  const total = {
    source: 'MACRO',
    queries: rows.reduce((sum, { queries }) => sum + queries, 0),
    asIs: mean('asIs'),
    all: mean('all'),
    others: mean('others'),
    none: mean('none'),
    peer: mean('peer'),
  }
  const cells = ({ source, queries, ...figures }: FoldRow): string[] => {
    const [asIs, all, others, none, peer] = [
      figures.asIs,
      figures.all,
      figures.others,
      figures.none,
      figures.peer,
    ].map((metrics) => 100 * metrics['nDCG@10'])
    return [
      source,
      String(queries),
      ...[asIs, all, others, none, peer].map((value = 0) => value.toFixed(1)),
      ...[all, others].map((value = 0) => (value - (peer ?? 0)).toFixed(1)),
    ]
  }
  return alignRows([
    [
      'left out',
      'queries',
      'nDCG@10 as it is',
      'fitted to all',
      'to the others',
      'not fitted',
      'best other engine',
      'lead, all',
      'lead, others',
    ],
    ...[...rows, total].map(cells),
  ])
}
