import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createAgeIndex } from '../platform/retention/index.ts'
import { countKey, positionId } from './store.ts'

export const usageMigrations: Record<string, Migration> = {
  '0235_usage': {
    up: async (db: Kysely<unknown>) => {
      for (const table of ['usage_hours', 'usage_days']) {
        await db.schema
          .createTable(table)
          .addColumn('project_id', 'text', (column) => column.notNull())
          .addColumn('dimension', 'text', (column) => column.notNull())
          .addColumn('start', 'text', (column) => column.notNull())
          .addColumn('value', 'text', (column) => column.notNull())
          .addColumn('toolkit', 'text', (column) => column.notNull())
          .addColumn('status', 'text', (column) => column.notNull())
          .addColumn('duration_class', 'integer', (column) => column.notNull())
          .addColumn('calls', 'bigint', (column) => column.notNull())
          .addColumn('duration_ms', 'double precision', (column) => column.notNull())
          .addPrimaryKeyConstraint(`${table}_key`, [...countKey])
          .execute()
        await createAgeIndex(db, { table, column: 'start' })
      }
      await db.schema
        .createTable('usage_positions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('position', 'text', (column) => column.notNull())
        .execute()
      await db
        .withTables<{ usage_positions: { id: string; position: string } }>()
        .insertInto('usage_positions')
        .values({ id: positionId, position: '' })
        .execute()
    },
  },
}
