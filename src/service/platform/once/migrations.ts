import type { Migration } from 'kysely/migration'

export const onceMigrations: Record<string, Migration> = {
  '0014_once': {
    up: async (db) => {
      await db.schema
        .createTable('once')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('scope', 'text', (column) => column.notNull())
        .addColumn('digest', 'text', (column) => column.notNull())
        .addColumn('subject', 'text')
        .addColumn('cancelled_at', 'text')
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('lease_until', 'text', (column) => column.notNull())
        .addColumn('outcome', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('once_scope').on('once').column('scope').execute()
      await db.schema.createIndex('once_expiry').on('once').column('expires_at').execute()
    },
  },
  '0265_once_about': {
    up: (db) => db.schema.alterTable('once').addColumn('about', 'text').execute(),
  },
}
