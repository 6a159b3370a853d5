import { sql } from 'kysely'
import { engineOf, indexStep, type IndexStep, type Migrations } from '../platform/database/index.ts'
import { createListIndexes, maintainCounts } from '../platform/lists/index.ts'
import { createAgeIndex } from '../platform/retention/index.ts'

const orderIndex = indexStep({ name: 'tool_executions_order', table: 'tool_executions' }, (index) =>
  index.expression(sql`(id collate "C")`),
)

/**
 * The order of the times in the ids. A database of PostgreSQL usually orders texts as a dictionary does,
 * also in the index of the key; on SQLite the key has it.
 */
const inOrderOfTime: IndexStep = {
  ...orderIndex,
  atOnce: async (db) => {
    if (engineOf(db) === 'postgres') await orderIndex.atOnce(db)
  },
}

export const executionMigrations: Migrations = {
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
  '0267_tool_executions_order': { up: async () => {}, online: [inOrderOfTime] },
}
