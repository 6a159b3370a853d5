import type { Migration } from 'kysely/migration'

export const projectEventMigrations: Record<string, Migration> = {
  '0220_project_events': {
    up: async (db) => {
      await db.schema
        .createTable('project_events')
        .addColumn('event_id', 'text', (column) => column.primaryKey())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('sequence', 'bigint', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addUniqueConstraint('project_events_position', ['project_id', 'sequence'])
        .execute()
      await db.schema
        .createIndex('project_events_created')
        .on('project_events')
        .columns(['created_at'])
        .execute()
      await db.schema
        .createTable('project_event_heads')
        .addColumn('project_id', 'text', (column) => column.primaryKey())
        .addColumn('sequence', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}
