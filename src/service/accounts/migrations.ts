import type { Migration } from 'kysely/migration'
import { createListIndexes, keepCounts } from '../platform/lists/index.ts'
import { connectingMigrations } from './connecting/migrations.ts'

export const accountMigrations: Record<string, Migration> = {
  '0040_connected_accounts': {
    up: async (db) => {
      await db.schema
        .createTable('connected_accounts')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('uuid', 'text', (column) => column.notNull())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) => column.notNull())
        .addColumn('toolkit_slug', 'text', (column) => column.notNull())
        .addColumn('auth_config_id', 'text', (column) =>
          column.notNull().references('auth_configs.id').onDelete('cascade'),
        )
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('status_reason', 'text')
        .addColumn('is_disabled', 'integer', (column) => column.notNull())
        .addColumn('values', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute()
      const table = db.schema
      await table
        .createIndex('connected_accounts_user')
        .on('connected_accounts')
        .columns(['project_id', 'user_id', 'toolkit_slug', 'created_at'])
        .execute()
      await table
        .createIndex('connected_accounts_created')
        .on('connected_accounts')
        .columns(['project_id', 'created_at', 'id'])
        .execute()
      await table
        .createIndex('connected_accounts_updated')
        .on('connected_accounts')
        .columns(['project_id', 'updated_at', 'id'])
        .execute()
      await table
        .createIndex('connected_accounts_auth_config')
        .on('connected_accounts')
        .columns(['auth_config_id'])
        .execute()
      await table
        .createIndex('connected_accounts_uuid')
        .on('connected_accounts')
        .columns(['project_id', 'uuid'])
        .execute()
    },
  },
  '0130_link_sessions': {
    up: async (db) => {
      await db.schema
        .createTable('link_sessions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('connected_account_id', 'text', (column) =>
          column.notNull().references('connected_accounts.id').onDelete('cascade'),
        )
        .addColumn('offer_key', 'text', (column) => column.unique())
        .addColumn('callback_url', 'text')
        .addColumn('secrets', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .addColumn('used_at', 'text')
        .execute()
      await db.schema
        .createIndex('link_sessions_account')
        .on('link_sessions')
        .columns(['connected_account_id', 'expires_at'])
        .execute()
      await db.schema
        .createIndex('link_sessions_expiry')
        .on('link_sessions')
        .columns(['expires_at'])
        .execute()
      await db.schema
        .createIndex('connected_accounts_status')
        .on('connected_accounts')
        .columns(['status', 'updated_at'])
        .execute()
    },
  },
  '0171_connected_account_lists': {
    up: async (db) => {
      await keepCounts(db, {
        table: 'connected_accounts',
        scope: 'project_id',
        counters: [
          { by: [] },
          { by: ['user_id'] },
          { by: ['auth_config_id'] },
          { by: ['toolkit_slug'] },
          { by: ['status'] },
        ],
      })
      await createListIndexes(db, {
        table: 'connected_accounts',
        scope: 'project_id',
        filters: ['status', 'toolkit_slug', 'auth_config_id', 'user_id'],
        orders: ['updated_at', 'created_at'],
      })
      // The account that a call uses is found by user and toolkit together.
      await db.schema.dropIndex('connected_accounts_user').execute()
      await db.schema
        .createIndex('connected_accounts_user_toolkit')
        .on('connected_accounts')
        .columns(['project_id', 'user_id', 'toolkit_slug', 'status', 'created_at', 'id'])
        .execute()
    },
  },
  '0190_account_renewal': {
    up: async (db) => {
      for (const column of [
        'granted_at',
        'expires_at',
        'lease_owner',
        'lease_until',
        'interrupted_at',
        'refresh_not_before',
      ]) {
        await db.schema.alterTable('connected_accounts').addColumn(column, 'text').execute()
      }
      for (const column of ['version', 'refresh_failures']) {
        await db.schema
          .alterTable('connected_accounts')
          .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
          .execute()
      }
    },
  },
  '0280_connected_account_groups': {
    up: async (db) => {
      const list = { table: 'connected_accounts', scope: 'project_id' }
      const counters = [
        { within: 'user_id', by: ['auth_config_id', 'toolkit_slug', 'status'] },
        { within: 'auth_config_id', by: ['toolkit_slug', 'status'] },
        { within: 'toolkit_slug', by: ['status'] },
      ]
      await keepCounts(db, { ...list, counters }, [
        { by: [] },
        { by: ['user_id'] },
        { by: ['auth_config_id'] },
        { by: ['toolkit_slug'] },
        { by: ['status'] },
      ])
      await createListIndexes(db, { ...list, counters, orders: ['updated_at', 'created_at'] })
    },
  },
  ...connectingMigrations,
}
