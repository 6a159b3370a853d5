import type { Migration } from 'kysely/migration'
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
      await createAgeIndex(db, { table: 'session_approvals', column: 'created_at' })
    },
  },
}
