import type { Migration } from 'kysely/migration'

export const rateLimitMigrations: Record<string, Migration> = {
  '0015_rate_limits': {
    up: async (db) => {
      await db.schema
        .createTable('rate_limits')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('minute', 'bigint', (column) => column.notNull())
        .addColumn('taken', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('rate_limits_age').on('rate_limits').column('minute').execute()
    },
  },
}
