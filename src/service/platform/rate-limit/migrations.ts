import type { Migration } from 'kysely/migration'

export const rateLimitMigrations: Record<string, Migration> = {
  '0141_rate_limits': {
    up: async (db) => {
      await db.schema
        .createTable('rate_limits')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('minute', 'bigint', (column) => column.notNull())
        .addColumn('taken', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}
