import type { Migration } from 'kysely/migration'

export const toolkitChangesMigration: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('toolkit_changes')
      .addColumn('project_id', 'text', (column) => column.notNull())
      .addColumn('toolkit_slug', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('operation', 'text', (column) => column.notNull())
      .addColumn('definition', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('found_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('toolkit_changes_key', ['project_id', 'toolkit_slug', 'slug'])
      .execute()
  },
}
