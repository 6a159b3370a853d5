import type { Migration } from 'kysely/migration'

export const eventsMigrations: Record<string, Migration> = {
  '0011_events': {
    up: async (db) => {
      await db.schema
        .createTable('events')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('scope', 'text', (column) => column.notNull())
        .addColumn('data', 'text', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('events_by_time').on('events').column('at').execute()
    },
  },
}
