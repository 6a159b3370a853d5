import type { Migration } from 'kysely/migration'
import { createAgeIndex } from '../platform/retention/index.ts'

export const activityMigrations: Record<string, Migration> = {
  '0245_activity': {
    up: async (db) => {
      await db.schema
        .createTable('activity')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createIndex('activity_project')
        .on('activity')
        .columns(['project_id', 'at'])
        .execute()
      await createAgeIndex(db, { table: 'activity', column: 'at' })
    },
  },
}
