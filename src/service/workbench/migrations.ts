import type { Migration } from 'kysely/migration'

export const workbenchMigrations: Record<string, Migration> = {
  '0200_workbench': {
    up: async (db) => {
      await db.schema
        .createTable('session_files')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('session_id', 'text', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('size', 'integer', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .addUniqueConstraint('session_files_path', ['project_id', 'session_id', 'path'])
        .execute()
      await db.schema
        .createIndex('session_files_age')
        .on('session_files')
        .columns(['updated_at'])
        .execute()
    },
  },
}
