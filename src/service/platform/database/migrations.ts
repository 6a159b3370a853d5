import type { Migration } from 'kysely/migration'

/** Which versions run on the schema: read by older ones that do not know its newest migrations. */
export const databaseMigrations: Record<string, Migration> = {
  '0260_schema_versions': {
    up: async (db) => {
      await db.schema
        .createTable('schema_versions')
        .addColumn('migration', 'text', (column) => column.primaryKey())
        .addColumn('migrated_by', 'text', (column) => column.notNull())
        .addColumn('oldest_version', 'text', (column) => column.notNull())
        .execute()
    },
  },
}
