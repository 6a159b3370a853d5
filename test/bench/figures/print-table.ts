import type { Bar, Measure, RatedFigure } from './figure.ts'

/** The figures as a table for people; notes follow below it. */
export const toTable = (figures: RatedFigure[], remark = roundsRemark): string => {
  const rows = [['figure', 'ours', 'reference', 'ratio', 'bar', 'met'], ...figures.map(toRow)]
  const notes = figures.flatMap((figure) =>
    figure.note === undefined ? [] : [`- ${figure.name}: ${figure.note}`],
  )
  return [alignRows(rows), ...(notes.length > 0 ? ['', ...notes] : []), '', remark].join('\n')
}

/** Rows of cells, the first of them the heads. */
export const alignRows = (rows: string[][]): string => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [
    ...lines.slice(0, 1),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...lines.slice(1),
  ].join('\n')
}

const roundsRemark =
  'Requests per second are medians of the rounds, their ratios medians of the ratio within each round: on a busy machine the two can differ.'

/** The last lines of a run: whoever reads only these knows whether a bar is missed. */
export const toVerdict = (figures: RatedFigure[]): string => {
  const held = figures.filter((figure) => figure.met !== null)
  const missed = held.filter((figure) => figure.met === false)
  return [
    ...missed.map(
      (figure) => `!!! BAR MISSED: ${figure.name}: ${toRow(figure).slice(1, 5).join(' | ')}`,
    ),
    `bars met: ${held.length - missed.length} of ${held.length}`,
  ].join('\n')
}

const toRow = ({ name, ours, reference, ratio, bar, met }: RatedFigure): string[] => [
  name,
  toText(ours),
  reference ? `${toText(reference)} (${reference.name})` : '',
  ratio === null ? '' : `${ratio.toFixed(2)}x`,
  bar ? toBarText(bar, ours.unit) : '',
  met === null ? '' : met ? 'yes' : 'NO',
]

const toText = ({ value, unit }: Measure): string =>
  `${value.toFixed(value < 10 && !Number.isInteger(value) ? 2 : 0)} ${unit}`

const toBarText = ({ of, atMost, atLeast }: Bar, unit: Measure['unit']): string => {
  const suffix = of === 'ratio' ? 'x' : ` ${unit}`
  return atLeast === undefined ? `<= ${atMost}${suffix}` : `>= ${atLeast}${suffix}`
}
