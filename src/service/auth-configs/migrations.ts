import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createListIndexes } from '../platform/lists/index.ts'

export const authConfigMigrations: Record<string, Migration> = {
  '0130_auth_configs': {
    up: async (db) => {
      await createAuthConfigs(db)
      await createRedirects(db)
    },
  },
}

const createAuthConfigs = async (db: Kysely<unknown>): Promise<void> => {
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
    .addColumn('servers', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('is_managed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('redirect_key', 'text')
    .addColumn('created_by', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('auth_configs_project')
    .on('auth_configs')
    .columns(['project_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('auth_configs_uuid')
    .on('auth_configs')
    .columns(['project_id', 'uuid'])
    .execute()
  // Queried when another authorization server wants to use the shared path.
  await db.schema
    .createIndex('auth_configs_redirect')
    .on('auth_configs')
    .columns(['auth_scheme', 'redirect_key', 'is_managed'])
    .execute()
  await createListIndexes(db, {
    table: 'auth_configs',
    scope: 'project_id',
    filters: ['status', 'toolkit_slug', 'is_managed'],
    orders: ['created_at'],
  })
  // By default, disabled ones are not listed.
  await db.schema
    .createIndex('auth_configs_list_status_toolkit')
    .on('auth_configs')
    .columns(['project_id', 'status', 'toolkit_slug', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('auth_configs_list_status_managed')
    .on('auth_configs')
    .columns(['project_id', 'status', 'is_managed', 'created_at', 'id'])
    .execute()
}

const createRedirects = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('oauth_redirects')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text')
    .addColumn('server', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('oauth_redirects_project')
    .on('oauth_redirects')
    .columns(['project_id', 'created_at', 'key'])
    .execute()
}
