import { toTable } from './to-table.ts'

type Page<Item> = { items: Item[]; total_items: number }

/** Prints a page as a table or as JSON, and reports if there are more entries. */
export const printList = <Item>(
  page: Page<Item>,
  toRow: (item: Item) => string[],
  { json, nothing }: { json: boolean; nothing: string },
): void => {
  if (json) return console.log(JSON.stringify(page.items, null, 2))
  if (page.items.length === 0) return console.log(nothing)
  console.log(toTable(page.items.map(toRow)))
  if (page.total_items > page.items.length)
    console.log(`\n${page.items.length} of ${page.total_items}; --limit shows more`)
}
