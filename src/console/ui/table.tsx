import type { ComponentChildren } from 'preact'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ComponentChildren
  /** Numbers are aligned to the right. */
  isNumber?: boolean
}

type TableProps<Row> = {
  /** What the rows are, for those who do not see the table. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The page of a row; the first cell links to it. */
  hrefOf?: ((row: Row) => string) | undefined
}

/** Rows with columns; on a narrow screen each row is a card. */
export const Table = <Row,>({ label, columns, rows, keyOf, hrefOf }: TableProps<Row>) => (
  <table>
    <caption class="unseen">{label}</caption>
    <thead>
      <tr>
        {columns.map(({ title, isNumber }) => (
          <th key={title} scope="col" class={isNumber ? 'number' : ''}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          {columns.map(({ title, cell, isNumber }, index) => (
            <td key={title} data-title={title} class={isNumber ? 'number' : ''}>
              {index === 0 && hrefOf ? <a href={hrefOf(row)}>{cell(row)}</a> : cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
