import type { Migration } from 'kysely/migration'
import { createAgeIndex } from '../platform/retention/index.ts'

export const consoleMigrations: Record<string, Migration> = {
  '0250_console': {
    up: async (db) => {
      await db.schema
        .createTable('console_links')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('organization_id', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .addColumn('used_at', 'text')
        .execute()
      await createAgeIndex(db, { table: 'console_links', column: 'expires_at' })
      await db.schema
        .createTable('console_sessions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('organization_id', 'text', (column) => column.notNull())
        .addColumn('person', 'text', (column) => column.notNull())
        .addColumn('idle_until', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute()
      await createAgeIndex(db, { table: 'console_sessions', column: 'expires_at' })
    },
  },
}
