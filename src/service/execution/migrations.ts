import type { Migration } from 'kysely/migration'
import { createListIndexes, maintainCounts } from '../platform/lists/index.ts'
import { createAgeIndex } from '../platform/retention/index.ts'

export const executionMigrations: Record<string, Migration> = {
  '0150_execution': {
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
        .addColumn('trace_id', 'text')
        .execute()
      await db.schema
        .createIndex('tool_executions_started')
        .on('tool_executions')
        .columns(['project_id', 'started_at', 'id'])
        .execute()
      await createAgeIndex(db, { table: 'tool_executions', column: 'started_at' })
      const list = { table: 'tool_executions', scope: 'project_id' }
      const filters = ['status', 'toolkit_slug', 'tool_slug', 'user_id', 'session_id']
      const counters = [{ by: [] }, ...filters.map((filter) => ({ by: [filter] }))]
      await maintainCounts(db, { ...list, counters })
      await createListIndexes(db, { ...list, filters, orders: ['started_at'] })
    },
  },
}
