import type { Migration } from 'kysely/migration'
import { createListIndexes } from '../platform/lists/index.ts'

export const sessionMigrations: Record<string, Migration> = {
  '0060_sessions': {
    up: async (db) => {
      await db.schema
        .createTable('sessions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) => column.notNull())
        .addColumn('config', 'text', (column) => column.notNull())
        .addColumn('catalog_stamp', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createIndex('sessions_project')
        .on('sessions')
        .columns(['project_id', 'created_at'])
        .execute()
    },
  },
  '0160_session_extras': {
    up: async (db) => {
      await db.schema.alterTable('sessions').addColumn('extras', 'text').execute()
    },
  },
  '0161_session_results': {
    up: async (db) => {
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
    },
  },
  '0162_session_approvals': {
    up: async (db) => {
      await db.schema
        .createTable('session_approvals')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('session_id', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) => column.notNull())
        .addColumn('tool_slug', 'text', (column) => column.notNull())
        .addColumn('toolkit_slug', 'text', (column) => column.notNull())
        .addColumn('tool_version', 'text', (column) => column.notNull())
        .addColumn('connected_account_id', 'text')
        .addColumn('digest', 'text', (column) => column.notNull())
        .addColumn('live_digest', 'text', (column) => column.unique())
        .addColumn('arguments', 'text')
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .addColumn('decided_at', 'text')
        .addColumn('decided_by', 'text')
        .addColumn('used_at', 'text')
        .execute()
      const table = db.schema
      await table
        .createIndex('session_approvals_listed')
        .on('session_approvals')
        .columns(['project_id', 'session_id', 'created_at', 'id'])
        .execute()
      await table
        .createIndex('session_approvals_status')
        .on('session_approvals')
        .columns(['project_id', 'session_id', 'status', 'created_at', 'id'])
        .execute()
      await table
        .createIndex('session_approvals_digest')
        .on('session_approvals')
        .columns(['digest', 'used_at'])
        .execute()
      await table
        .createIndex('session_approvals_created')
        .on('session_approvals')
        .columns(['created_at'])
        .execute()
    },
  },
  '0177_session_approval_list': {
    up: async (db) => {
      // PostgreSQL looked for the newest of one session among everybody's; what removes old ones
      // every night may read them all.
      await db.schema.dropIndex('session_approvals_created').execute()
    },
  },
  '0210_session_files': {
    up: async (db) => {
      await db.schema
        .createTable('session_files')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('session_id', 'text', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('size', 'integer', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .addUniqueConstraint('session_files_path', ['project_id', 'session_id', 'path'])
        .execute()
    },
  },
  '0221_session_approval_links': {
    up: async (db) => {
      await db.schema.alterTable('session_approvals').addColumn('link_hash', 'text').execute()
      await db.schema.alterTable('session_approvals').addColumn('link_token', 'text').execute()
      await db.schema
        .createIndex('session_approvals_link')
        .unique()
        .on('session_approvals')
        .column('link_hash')
        .execute()
    },
  },
  '0222_session_mcp_keys': {
    up: async (db) => {
      await db.schema
        .createTable('session_mcp_keys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('session_id', 'text', (column) => column.notNull())
        .addColumn('key_hash', 'text', (column) => column.notNull().unique())
        .addColumn('key_hint', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text')
        .execute()
      await db.schema
        .createIndex('session_mcp_keys_session')
        .on('session_mcp_keys')
        .columns(['project_id', 'session_id'])
        .execute()
    },
  },
  '0280_session_mcp_key_list': {
    up: async (db) => {
      await db.schema.alterTable('session_mcp_keys').addColumn('name', 'text').execute()
      await createListIndexes(db, {
        table: 'session_mcp_keys',
        scope: 'project_id',
        filters: ['session_id'],
        orders: ['created_at'],
      })
      // The index of the list begins with the same columns.
      await db.schema.dropIndex('session_mcp_keys_session').execute()
    },
  },
  '0301_session_config_version': {
    up: async (db) => {
      await db.schema
        .alterTable('sessions')
        .addColumn('config_version', 'integer', (column) => column.notNull().defaultTo(1))
        .execute()
    },
  },
  '0320_session_approval_proof': {
    up: async (db) => {
      await db.schema.alterTable('session_approvals').addColumn('proof', 'text').execute()
      await db.schema
        .alterTable('session_approvals')
        .addColumn('code_attempts', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      await db
        .updateTable('session_approvals')
        .set({ proof: 'link' })
        .where('link_hash', 'is not', null)
        .execute()
    },
  },
}
