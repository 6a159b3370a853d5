import { metricNames } from './metrics.ts'
import type { QualityRow } from './quality.ts'

/** The rows as a table; metrics in percent, times in milliseconds per query. */
export const toQualityTable = (rows: readonly QualityRow[]): string => {
  const cells = [
    ['engine', 'scope', 'source', 'queries', ...metricNames, 'p50 ms', 'p99 ms'],
    ...rows.map(({ engine, scope, source, queries, metrics, p50, p99 }) => [
      engine,
      scope,
      source,
      String(queries),
      ...metricNames.map((name) => (100 * metrics[name]).toFixed(1)),
      p50?.toFixed(2) ?? '',
      p99?.toFixed(2) ?? '',
    ]),
  ]
  return toAlignedTable(cells, 3)
}

/** Columns as wide as their longest cell; the first are texts, the others numbers. */
export const toAlignedTable = (cells: readonly string[][], texts: number): string => {
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  )
  return cells
    .map((row) =>
      row
        .map((cell, column) =>
          column < texts ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
