import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf } from '../database/engine-of.ts'
import { createSlotFunction } from './counters/postgres.ts'

export const listMigrations: Record<string, Migration> = {
  '0013_lists': {
    up: async (db) => {
      const onPostgres = engineOf(db) === 'postgres'
      const table = db.schema
        .createTable('list_counts')
        .addColumn('scope', 'text', (column) => column.notNull())
        .addColumn('counter', 'text', (column) => column.notNull())
        // In the order of its bytes, as on SQLite, so that an index has the values with a prefix.
        .addColumn('value', onPostgres ? sql`text collate "C"` : 'text', (column) =>
          column.notNull(),
        )
        .addColumn('slot', 'integer', (column) => column.notNull())
        .addColumn('count', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('list_counts_key', ['scope', 'counter', 'value', 'slot'])
      // Rows change very often: on SQLite they are stored in the index, on PostgreSQL the page has
      // room for their next versions.
      await table.modifyEnd(onPostgres ? sql`with (fillfactor = 50)` : sql`without rowid`).execute()
      if (onPostgres) await createSlotFunction(db)
    },
  },
}
