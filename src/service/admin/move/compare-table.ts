import type { Databases } from './copy-table.ts'
import { createPageSize } from './page-size.ts'
import { createRowDigest, type RowDigest } from './row-digest.ts'
import { moveSource, moveTarget, type SourceTable } from './store.ts'

/** Reads a table on both sides; says how its rows differ, if they do. */
export const compareTable = async (
  databases: Databases,
  table: SourceTable,
): Promise<string | undefined> => {
  const before = await digestSource(databases, table)
  const after = await digestTarget(databases, table)
  if (before.rows() !== after.rows())
    return `${table.table}: ${after.rows()} of ${before.rows()} rows`
  return before.text() === after.text() ? undefined : `${table.table}: other values`
}

const digestSource = async ({ source }: Databases, table: SourceTable): Promise<RowDigest> => {
  const digest = createRowDigest(table.columns)
  const size = createPageSize()
  let page = await moveSource(source.handle).readPage(table, undefined, size.rows())
  while (page.rows.length > 0) {
    digest.add(page.rows)
    size.learn(page.rows)
    page = await moveSource(source.handle).readPage(table, page.last, size.rows())
  }
  return digest
}

const digestTarget = ({ target }: Databases, { table, columns }: SourceTable): Promise<RowDigest> =>
  target.transaction(async (transaction) => {
    const store = moveTarget(transaction)
    const digest = createRowDigest(columns)
    const size = createPageSize()
    await store.openCursor(table, columns)
    let rows = await store.fetch(size.rows())
    while (rows.length > 0) {
      digest.add(rows)
      size.learn(rows)
      rows = await store.fetch(size.rows())
    }
    return digest
  })
