import type { CreateIndexBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a migration is given. */
export type Db = Parameters<Migration['up']>[0]

/** What a migration leaves to be done while nodes serve, where the database has rows already. */
export type OnlineStep = IndexStep | FillStep

type Named = {
  /** Unique among all migrations; of an index, its name. */
  name: string
  table: string
  /** Does all of it in the transaction of the migration: in a database without rows. */
  atOnce(db: Db): Promise<void>
}

/** An index that makes reads faster. One that code relies on to be right is made by the migration. */
export type IndexStep = Named & { createIndex(db: Db): CreateIndexBuilder<unknown> }

/** Walks the rows of a table with a text key `id` in batches, in the order of the key. */
export type FillStep = Named & {
  /** What has to be there before the first batch, in the transaction of the migration. */
  prepare?(db: Db): Promise<void>
  /** Fills a batch, in a transaction in which nobody else writes the table. */
  fill(db: Db, batch: Batch): Promise<void>
}

/** The rows with a key after the one and not after the other. */
export type Batch = { after: string; until: string }

/** The step that makes an index of this name. */
export const indexStep = (
  { name, table }: Pick<IndexStep, 'name' | 'table'>,
  add: (index: CreateIndexBuilder<unknown>, db: Db) => CreateIndexBuilder<unknown>,
): IndexStep => {
  const createIndex = (db: Db) => add(db.schema.createIndex(name).on(table), db)
  return { name, table, createIndex, atOnce: (db) => createIndex(db).execute() }
}
