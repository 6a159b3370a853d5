import type { Migration } from 'kysely/migration'
import { createListIndexes, keepCounts } from '../platform/lists/index.ts'

export const executionMigrations: Record<string, Migration> = {
  '0050_tool_executions': {
    up: async (db) => {
      await db.schema
        .createTable('tool_executions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('tool_slug', 'text', (column) => column.notNull())
        .addColumn('toolkit_slug', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text')
        .addColumn('connected_account_id', 'text')
        .addColumn('session_id', 'text')
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('error', 'text')
        .addColumn('started_at', 'text', (column) => column.notNull())
        .addColumn('duration_ms', 'double precision', (column) => column.notNull())
        .addColumn('payload', 'text')
        .execute()
      await db.schema
        .createIndex('tool_executions_started')
        .on('tool_executions')
        .columns(['project_id', 'started_at', 'id'])
        .execute()
      await db.schema
        .createIndex('tool_executions_session')
        .on('tool_executions')
        .columns(['project_id', 'session_id', 'started_at'])
        .execute()
    },
  },
  '0150_tool_executions_toolkit': {
    up: async (db) => {
      await db.schema
        .createIndex('tool_executions_toolkit')
        .on('tool_executions')
        .columns(['project_id', 'toolkit_slug'])
        .execute()
    },
  },
  '0173_execution_lists': {
    up: async (db) => {
      const list = { table: 'tool_executions', scope: 'project_id' }
      const filters = ['status', 'toolkit_slug', 'tool_slug', 'user_id', 'session_id']
      await keepCounts(db, {
        ...list,
        counters: [{ by: [] }, ...filters.map((filter) => ({ by: [filter] }))],
      })
      await createListIndexes(db, { ...list, filters, orders: ['started_at'] })
      await db.schema.dropIndex('tool_executions_session').execute()
      await db.schema.dropIndex('tool_executions_toolkit').execute()
    },
  },
}
