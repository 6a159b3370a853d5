import { styleText } from 'node:util'
import { toReadableTime } from './to-readable-time.ts'
import { toTable } from './to-table.ts'
import { toTyped } from './to-typed.ts'

/** A value of a table. */
export type Cell = string | number | Date | null

/** What a table shows of each entry, by title. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>

/** Entries of a list; without a total where the interface counts none. */
export type Entries<Item> = { items: readonly Item[]; total_items?: number }

/**
 * Prints entries as JSON or as a table. A terminal gets titles, readable times and no more than fits
 * its width; a program gets whole values.
 */
export const printList = <Item>(
  { items, total_items: total = items.length }: Entries<Item>,
  columns: Columns<Item>,
  { json, nothing }: { json: boolean; nothing: string },
): void => {
  if (json) return console.log(JSON.stringify(items, null, 2))
  if (items.length === 0) return console.error(toTyped(nothing, process.env))
  for (const line of toLines(items, columns)) console.log(line)
  if (total > items.length) console.error(`\n${items.length} of ${total}; --limit shows more`)
}

/** The lines of a table; `hasTitles` for a terminal. */
export const toLines = <Item>(
  items: readonly Item[],
  columns: Columns<Item>,
  hasTitles = true,
): string[] => {
  const { isTTY, columns: width } = process.stdout
  const rows = items.map((item) => Object.values(columns).map((read) => toText(read(item), isTTY)))
  if (!isTTY) return toTable(rows).split('\n')
  const [titles = '', ...lines] = toTable([Object.keys(columns), ...rows], width).split('\n')
  return [...(hasTitles ? [styleText('dim', titles)] : []), ...lines]
}

const toText = (cell: Cell, isTTY: boolean): string => {
  if (cell === null || cell === '') return '-'
  if (cell instanceof Date) return isTTY ? toReadableTime(cell) : cell.toISOString()
  return String(cell)
}
