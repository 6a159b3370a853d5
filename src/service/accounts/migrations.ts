import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createListIndexes, maintainCounts } from '../platform/lists/index.ts'

export const accountMigrations: Record<string, Migration> = {
  '0140_accounts': {
    up: async (db) => {
      await createAccounts(db)
      await createAccountLists(db)
      await createLinks(db)
      await createAttempts(db)
      await createConfirmations(db)
      await createChoices(db)
    },
  },
}

const createAccounts = async (db: Kysely<unknown>): Promise<void> => {
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
    .addColumn('name', 'text')
    .addColumn('verification', 'text', (column) => column.notNull().defaultTo('none'))
    .addColumn('verified_at', 'text')
    .addColumn('identity', 'text')
    .addColumn('values', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('granted_at', 'text')
    .addColumn('expires_at', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('interrupted_at', 'text')
    .addColumn('refresh_failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('refresh_not_before', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('connected_accounts_created')
    .on('connected_accounts')
    .columns(['project_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('connected_accounts_updated')
    .on('connected_accounts')
    .columns(['project_id', 'updated_at', 'id'])
    .execute()
  await db.schema
    .createIndex('connected_accounts_auth_config')
    .on('connected_accounts')
    .columns(['auth_config_id'])
    .execute()
  await db.schema
    .createIndex('connected_accounts_uuid')
    .on('connected_accounts')
    .columns(['project_id', 'uuid'])
    .execute()
  await db.schema
    .createIndex('connected_accounts_status')
    .on('connected_accounts')
    .columns(['status', 'updated_at'])
    .execute()
  // The account that a call uses is found by user and toolkit together.
  await db.schema
    .createIndex('connected_accounts_user_toolkit')
    .on('connected_accounts')
    .columns(['project_id', 'user_id', 'toolkit_slug', 'status', 'created_at', 'id'])
    .execute()
}

const createAccountLists = async (db: Kysely<unknown>): Promise<void> => {
  const filters = ['user_id', 'auth_config_id', 'toolkit_slug', 'status']
  const counters = [
    { by: [] },
    ...filters.map((filter) => ({ by: [filter] })),
    { within: 'user_id', by: ['auth_config_id', 'toolkit_slug', 'status'] },
    { within: 'auth_config_id', by: ['toolkit_slug', 'status'] },
    { within: 'toolkit_slug', by: ['status'] },
  ]
  const list = { table: 'connected_accounts', scope: 'project_id', counters }
  await maintainCounts(db, list)
  await createListIndexes(db, { ...list, filters, orders: ['updated_at', 'created_at'] })
}

const createLinks = async (db: Kysely<unknown>): Promise<void> => {
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
    .addColumn('browser_hash', 'text')
    .addColumn('confirmation', 'text')
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
}

const createAttempts = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('authorization_attempts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('state_hash', 'text', (column) => column.notNull().unique())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('connected_account_id', 'text', (column) =>
      column.notNull().references('connected_accounts.id').onDelete('cascade'),
    )
    .addColumn('link_id', 'text', (column) => column.notNull())
    .addColumn('browser_hash', 'text')
    .addColumn('secrets', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute()
  await db.schema
    .createIndex('authorization_attempts_account')
    .on('authorization_attempts')
    .columns(['connected_account_id'])
    .execute()
  await db.schema
    .createIndex('authorization_attempts_expiry')
    .on('authorization_attempts')
    .columns(['expires_at'])
    .execute()
}

const createConfirmations = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('connection_confirmations')
    .addColumn('connected_account_id', 'text', (column) =>
      column.primaryKey().references('connected_accounts.id').onDelete('cascade'),
    )
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('secrets', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('connection_confirmations_expiry')
    .on('connection_confirmations')
    .columns(['expires_at'])
    .execute()
}

const createChoices = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('connection_choices')
    .addColumn('connected_account_id', 'text', (column) =>
      column.primaryKey().references('connected_accounts.id').onDelete('cascade'),
    )
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('link_id', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('secrets', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('connection_choices_expiry')
    .on('connection_choices')
    .columns(['expires_at'])
    .execute()
}
