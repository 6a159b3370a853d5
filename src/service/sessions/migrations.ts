import type { Migration } from 'kysely/migration'
import { createListIndexes, maintainCounts } from '../platform/lists/index.ts'

export const sessionMigrations: Record<string, Migration> = {
  '0190_sessions': {
    up: async (db) => {
      await db.schema
        .createTable('sessions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) => column.notNull())
        .addColumn('config', 'text', (column) => column.notNull())
        .addColumn('config_version', 'integer', (column) => column.notNull().defaultTo(1))
        .addColumn('extras', 'text')
        .addColumn('catalog_stamp', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createIndex('sessions_project')
        .on('sessions')
        .columns(['project_id', 'created_at', 'id'])
        .execute()
      const list = {
        table: 'sessions',
        scope: 'project_id',
        filters: ['user_id'],
        counters: [{ by: [] }, { by: ['user_id'] }],
        orders: ['created_at'],
      }
      await maintainCounts(db, list)
      await createListIndexes(db, list)
      await db.schema
        .createIndex('sessions_user')
        .on('sessions')
        .columns(['project_id', 'user_id'])
        .execute()
      await db.schema
        .createTable('session_results')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('session_id', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createIndex('session_results_session')
        .on('session_results')
        .columns(['project_id', 'session_id'])
        .execute()
      await db.schema
        .createIndex('session_results_created')
        .on('session_results')
        .columns(['created_at'])
        .execute()
      await db.schema
        .createTable('session_mcp_keys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('session_id', 'text', (column) => column.notNull())
        .addColumn('name', 'text')
        .addColumn('key_hash', 'text', (column) => column.notNull().unique())
        .addColumn('key_hint', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text')
        .execute()
      await createListIndexes(db, {
        table: 'session_mcp_keys',
        scope: 'project_id',
        filters: ['session_id'],
        orders: ['created_at'],
      })
      await db.schema
        .createIndex('session_mcp_keys_expiry')
        .on('session_mcp_keys')
        .columns(['expires_at'])
        .execute()
    },
  },
  '0261_session_expiry': {
    up: async (db) => {
      await db.schema.alterTable('sessions').addColumn('expires_at', 'text').execute()
      await db.schema.alterTable('sessions').addColumn('idle_days', 'integer').execute()
      await db.schema
        .createIndex('sessions_expiry')
        .on('sessions')
        .columns(['expires_at'])
        .execute()
    },
  },
}
