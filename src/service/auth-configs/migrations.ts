import type { Migration } from 'kysely/migration'

export const authConfigMigrations: Record<string, Migration> = {
  '0030_auth_configs': {
    up: async (db) => {
      await db.schema
        .createTable('auth_configs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('uuid', 'text', (column) => column.notNull())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('toolkit_slug', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('auth_scheme', 'text', (column) => column.notNull())
        .addColumn('scheme_definition', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('settings', 'text', (column) => column.notNull())
        .addColumn('secrets', 'text', (column) => column.notNull())
        .addColumn('created_by', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('last_updated_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('auth_configs_project').on('auth_configs').columns(['project_id', 'created_at', 'id']).execute()
      await db.schema.createIndex('auth_configs_toolkit').on('auth_configs').columns(['project_id', 'toolkit_slug']).execute()
      await db.schema.createIndex('auth_configs_uuid').on('auth_configs').columns(['project_id', 'uuid']).execute()
    },
  },
}
