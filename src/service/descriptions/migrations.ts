import type { Migration } from 'kysely/migration'

export const descriptionMigrations: Record<string, Migration> = {
  '0115_descriptions': {
    up: async (db) => {
      await db.schema
        .createTable('descriptions')
        .addColumn('address', 'text', (column) => column.primaryKey())
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('sha256', 'text', (column) => column.notNull())
        .addColumn('size', 'integer', (column) => column.notNull())
        .addColumn('stored_size', 'integer', (column) => column.notNull())
        .addColumn('etag', 'text')
        .addColumn('last_modified', 'text')
        .addColumn('fetched_at', 'text', (column) => column.notNull())
        .addColumn('checked_at', 'text', (column) => column.notNull())
        .addColumn('used_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createIndex('descriptions_by_expiry')
        .on('descriptions')
        .column('expires_at')
        .execute()
    },
  },
}
