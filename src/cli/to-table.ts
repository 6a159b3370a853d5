import { toCellText, widthOf } from './to-cell-text.ts'

const gap = 2
/** Columns are not cut to less. */
const leastWidth = 16

/**
 * Formats rows as columns, each as wide as its widest cell. Where `width` is given, the widest
 * columns are cut to fit it; but never the first, nor ids, which are there to be copied.
 */
export const toTable = (rows: readonly (readonly string[])[], width = Infinity): string => {
  const cells = rows.map((row) => row.map(toCellText))
  const widths = fit(cells, width)
  return cells
    .map((row) =>
      row
        .map((cell, column) => pad(cut(cell, widths[column] ?? 0), widths[column] ?? 0))
        .join(' '.repeat(gap))
        .trimEnd(),
    )
    .join('\n')
}

const fit = (rows: readonly (readonly string[])[], width: number): number[] => {
  const columns = Array.from(
    { length: Math.max(0, ...rows.map(({ length }) => length)) },
    (_, column) => rows.map((row) => row[column] ?? ''),
  )
  const widths = columns.map((cells) => Math.max(...cells.map(widthOf)))
  const canShrink = columns.map((cells, column) => column > 0 && !cells.some(isId))
  for (let excess = sum(widths) + gap * (widths.length - 1) - width; excess > 0; excess--) {
    const widest = widths.reduce(
      (best, own, column) => (canShrink[column] && own > (widths[best] ?? 0) ? column : best),
      -1,
    )
    const own = widths[widest]
    if (own === undefined || own <= leastWidth) break
    widths[widest] = own - 1
  }
  return widths
}

const isId = (cell: string): boolean => /^[a-z]{2,5}_[0-9A-Za-z]{10,}$/.test(cell)

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0)

const pad = (cell: string, width: number): string =>
  cell + ' '.repeat(Math.max(0, width - widthOf(cell)))

const cut = (cell: string, width: number): string => {
  if (widthOf(cell) <= width) return cell
  const characters = [...cell]
  while (widthOf(characters.join('')) > width - 1) characters.pop()
  return `${characters.join('').trimEnd()}…`
}
