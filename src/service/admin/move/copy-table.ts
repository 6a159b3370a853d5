import { z } from 'zod'
import type { Database } from '../../platform/database/index.ts'
import { createPageSize } from './page-size.ts'
import { moveSource, moveTarget, type SourceTable } from './store.ts'

export type Databases = { source: Database; target: Database }

/** What was copied of a table: up to which row, and how many. */
const copied = z.object({
  last: z.array(z.union([z.string(), z.number(), z.null()])).optional(),
  rows: z.number(),
})

/**
 * Copies a table, or what an interrupted move left of it: each page with a note of how far it went,
 * in one transaction. Returns how many rows were copied in all.
 */
export const copyTable = async (
  { source, target }: Databases,
  table: SourceTable,
  say: (rows: number) => void,
): Promise<number> => {
  const name = `table ${table.table}`
  const types = await moveTarget(target.handle).listColumns(table.table)
  const noted = await moveTarget(target.handle).readProgress(name)
  let { last, rows } = noted === undefined ? { rows: 0 } : copied.parse(JSON.parse(noted))
  const size = createPageSize()
  for (;;) {
    const page = await moveSource(source.handle).readPage(table, last, size.rows())
    if (page.rows.length === 0) return rows
    last = [...(page.last ?? [])]
    rows += page.rows.length
    const progress = JSON.stringify({ last, rows })
    await target.transaction(async (transaction) => {
      await moveTarget(transaction).insert(table.table, types, page.rows)
      await moveTarget(transaction).saveProgress(name, progress)
    })
    size.learn(page.rows)
    say(rows)
  }
}
