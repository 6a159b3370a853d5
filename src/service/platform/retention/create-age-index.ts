import type { Kysely } from 'kysely'
import { engineOf } from '../database/engine-of.ts'

type Aged = { table: string; column: string }

/**
 * Part of a migration: creates the index that finds expired rows, for a table that is also listed
 * by this time.
 *
 * On PostgreSQL it is a block range index, which has no order. With any other index PostgreSQL
 * would read the newest rows of all owners to find those of one list. Rows are written in order of
 * time, so old ones are in few blocks.
 */
export const createAgeIndex = async (
  db: Kysely<unknown>,
  { table, column }: Aged,
): Promise<void> => {
  const index = db.schema.createIndex(`${table}_age`).on(table).column(column)
  await (engineOf(db) === 'postgres' ? index.using('brin') : index).execute()
}
