import type { Migration } from 'kysely/migration'
import { createListIndexes } from '../platform/lists/index.ts'

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
      await db.schema
        .createIndex('auth_configs_project')
        .on('auth_configs')
        .columns(['project_id', 'created_at', 'id'])
        .execute()
      await db.schema
        .createIndex('auth_configs_toolkit')
        .on('auth_configs')
        .columns(['project_id', 'toolkit_slug'])
        .execute()
      await db.schema
        .createIndex('auth_configs_uuid')
        .on('auth_configs')
        .columns(['project_id', 'uuid'])
        .execute()
    },
  },
  '0165_managed_auth_configs': {
    up: async (db) => {
      await db.schema
        .alterTable('auth_configs')
        .addColumn('is_managed', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  },
  '0172_auth_config_lists': {
    up: async (db) => {
      const list = { table: 'auth_configs', scope: 'project_id' }
      await createListIndexes(db, { ...list, filters: ['status'], orders: ['created_at'] })
      // Disabled ones are left out unless they are asked for.
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
      await createListIndexes(db, {
        ...list,
        filters: ['toolkit_slug', 'is_managed'],
        orders: ['created_at'],
      })
      await db.schema.dropIndex('auth_configs_toolkit').execute()
    },
  },
  '0180_auth_config_servers': {
    up: async (db) => {
      await db.schema
        .alterTable('auth_configs')
        .addColumn('servers', 'text', (column) => column.notNull().defaultTo('[]'))
        .execute()
      // Oldest first: the last version that was there when an auth config was made is the one that
      // stays.
      const versions = await db
        .selectFrom('toolkit_versions')
        .select(['project_id', 'slug', 'definition', 'created_at'])
        .orderBy('stamp')
        .execute()
      for (const { project_id, slug, definition, created_at } of versions) {
        const { baseServer, baseUrl, servers } = JSON.parse(definition) as {
          baseServer?: object
          baseUrl?: string
          servers?: object[]
        }
        const base = baseServer ?? (baseUrl === undefined ? undefined : { url: baseUrl })
        await db
          .updateTable('auth_configs')
          .set({ servers: JSON.stringify([...(base ? [base] : []), ...(servers ?? [])]) })
          .where('project_id', '=', project_id)
          .where('toolkit_slug', '=', slug)
          .where('created_at', '>=', created_at)
          .execute()
      }
    },
  },
  '0311_oauth_redirects': {
    up: async (db) => {
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
      await db.schema.alterTable('auth_configs').addColumn('redirect_key', 'text').execute()
      // Their applications know no other redirect URI than the one that all had.
      await db
        .updateTable('auth_configs')
        .set({ redirect_key: 'inherited' })
        .where('auth_scheme', 'in', ['OAUTH2', 'OAUTH1', 'DCR_OAUTH'])
        .execute()
      // Looked for whenever the shared path changes hands.
      await db.schema
        .createIndex('auth_configs_redirect')
        .on('auth_configs')
        .columns(['auth_scheme', 'redirect_key', 'is_managed'])
        .execute()
    },
  },
}
