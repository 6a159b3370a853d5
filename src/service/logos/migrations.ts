import type { Migration } from 'kysely/migration'

export const logoMigrations: Record<string, Migration> = {
  '0110_logos': {
    up: async (db) => {
      await db.schema
        .createTable('logos')
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('toolkit_slug', 'text', (column) => column.notNull())
        .addColumn('content_type', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('logos_key', ['hash', 'project_id', 'toolkit_slug'])
        .execute()
      await db.schema
        .createIndex('logos_by_owner')
        .on('logos')
        .columns(['project_id', 'toolkit_slug'])
        .execute()
    },
  },
}
