import { modifyRow, type Database } from '../database/index.ts'
import type { Retention, SharedRow } from './retention.ts'
import { isReferenced, listUnused } from './store.ts'
import { tryEach } from './try-each.ts'

const batch = 100

/**
 * Takes the addresses of shared rows that nothing refers to, so that they can be deleted with their
 * parts in batches: from then on nobody finds a row of which parts are gone.
 *
 * Whoever refers to a row has locked it. Whether it is used is therefore asked again under the lock,
 * by a statement of its own, which sees what the holder of the lock before has written.
 */
export const retireUnused = (
  database: Pick<Database, 'handle' | 'transaction'>,
  tables: readonly Retention[],
  now: Date,
): Promise<void> =>
  tryEach(tables, async ({ table, sharedBy }) => {
    if (sharedBy) await retireRows(database, table, sharedBy, now)
  })

const retireRows = async (
  database: Pick<Database, 'handle' | 'transaction'>,
  table: string,
  sharedBy: NonNullable<Retention['sharedBy']>,
  now: Date,
): Promise<void> => {
  for (let after = ''; ;) {
    const rows = await listUnused(database.handle, table, sharedBy, after, batch)
    for (const { id } of rows) {
      await database.transaction((transaction) =>
        modifyRow(
          transaction.withTables<Record<string, SharedRow>>(),
          table,
          { id },
          async (): Promise<Partial<SharedRow>> =>
            (await isReferenced(transaction, sharedBy, id))
              ? {}
              : { address: null, unused_at: now.toISOString() },
        ),
      )
    }
    if (rows.length < batch) return
    after = rows.at(-1)?.address ?? ''
  }
}
