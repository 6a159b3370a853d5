import type { Migration } from 'kysely/migration'

export const connectingMigrations: Record<string, Migration> = {
  '0195_authorization_attempts': {
    up: async (db) => {
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
    },
  },
  '0196_link_browser': {
    up: async (db) => {
      await db.schema.alterTable('link_sessions').addColumn('browser_hash', 'text').execute()
    },
  },
  '0197_connection_confirmations': {
    up: async (db) => {
      await db.schema
        .createTable('connection_confirmations')
        .addColumn('connected_account_id', 'text', (column) =>
          column.primaryKey().references('connected_accounts.id').onDelete('cascade'),
        )
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('code_hash', 'text', (column) => column.notNull())
        .addColumn('secrets', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createIndex('connection_confirmations_expiry')
        .on('connection_confirmations')
        .columns(['expires_at'])
        .execute()
    },
  },
  '0312_link_confirmation': {
    up: async (db) => {
      await db.schema.alterTable('link_sessions').addColumn('confirmation', 'text').execute()
      await db.schema
        .alterTable('connection_confirmations')
        .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  },
}
