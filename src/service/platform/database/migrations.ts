import type { Migration } from 'kysely/migration'

/**
 * Which versions run on the schema: read by older ones that do not know its newest migrations. And
 * the online steps that are not done, with the last row that each has walked.
 */
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
  '0263_online_steps': {
    up: async (db) => {
      await db.schema
        .createTable('online_steps')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('migration', 'text', (column) => column.notNull())
        .addColumn('table_name', 'text', (column) => column.notNull())
        .addColumn('position', 'text', (column) => column.notNull())
        .addColumn('rows', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}
