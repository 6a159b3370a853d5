import type { Migration } from 'kysely/migration'

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
      await db.schema.createIndex('tool_executions_started').on('tool_executions').columns(['project_id', 'started_at', 'id']).execute()
      await db.schema.createIndex('tool_executions_session').on('tool_executions').columns(['project_id', 'session_id', 'started_at']).execute()
    },
  },
  '0150_tool_executions_toolkit': {
    up: async (db) => {
      await db.schema.createIndex('tool_executions_toolkit').on('tool_executions').columns(['project_id', 'toolkit_slug']).execute()
    },
  },
}
