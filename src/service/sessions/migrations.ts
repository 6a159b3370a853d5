import type { Migration } from 'kysely/migration'

export const sessionMigrations: Record<string, Migration> = {
  '0060_sessions': {
    up: async (db) => {
      await db.schema
        .createTable('sessions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) => column.notNull())
        .addColumn('config', 'text', (column) => column.notNull())
        .addColumn('catalog_stamp', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('sessions_project').on('sessions').columns(['project_id', 'created_at']).execute()
    },
  },
}
