import type { Migration } from 'kysely/migration'
import { createListIndexes, maintainCounts } from '../platform/lists/index.ts'
import { createAgeIndex } from '../platform/retention/index.ts'

export const approvalMigrations: Record<string, Migration> = {
  '0170_approvals': {
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
        .addColumn('link_hash', 'text')
        .addColumn('link_token', 'text')
        .addColumn('proof', 'text')
        .addColumn('code_attempts', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .addColumn('decided_at', 'text')
        .addColumn('decided_by', 'text')
        .addColumn('used_at', 'text')
        .execute()
      await db.schema
        .createIndex('session_approvals_listed')
        .on('session_approvals')
        .columns(['project_id', 'session_id', 'created_at', 'id'])
        .execute()
      await db.schema
        .createIndex('session_approvals_status')
        .on('session_approvals')
        .columns(['project_id', 'session_id', 'status', 'created_at', 'id'])
        .execute()
      await db.schema
        .createIndex('session_approvals_digest')
        .on('session_approvals')
        .columns(['digest', 'used_at'])
        .execute()
      await db.schema
        .createIndex('session_approvals_link')
        .unique()
        .on('session_approvals')
        .column('link_hash')
        .execute()
      await db.schema
        .createIndex('session_approvals_user')
        .on('session_approvals')
        .columns(['project_id', 'user_id', 'status', 'created_at', 'id'])
        .execute()
      await db.schema
        .createIndex('session_approvals_created')
        .on('session_approvals')
        .columns(['project_id', 'created_at', 'id'])
        .execute()
      const list = {
        table: 'session_approvals',
        scope: 'project_id',
        filters: ['status', 'user_id', 'tool_slug'],
        counters: [
          { by: [] },
          { by: ['status'] },
          { by: ['user_id'] },
          { by: ['tool_slug'] },
          { within: 'user_id', by: ['tool_slug', 'status'] },
          { within: 'tool_slug', by: ['status'] },
        ],
        orders: ['created_at'],
      }
      await maintainCounts(db, list)
      await createListIndexes(db, list)
      await createAgeIndex(db, { table: 'session_approvals', column: 'created_at' })
    },
  },
}
