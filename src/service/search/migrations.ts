import type { Migration } from 'kysely/migration'

export const searchMigrations: Record<string, Migration> = {
  '0160_search': {
    up: async (db) => {
      await db.schema
        .createTable('search_indexes')
        .addColumn('project_id', 'text', (column) => column.primaryKey())
        .addColumn('format', 'text', (column) => column.notNull())
        .addColumn('stamp', 'integer', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('search_index_parts')
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('part', 'integer', (column) => column.notNull())
        .addColumn('data', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('search_index_parts_key', ['project_id', 'key', 'part'])
        .execute()
      await db.schema
        .createTable('search_vectors')
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('model', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('vector', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('search_vectors_key', ['project_id', 'model', 'hash'])
        .execute()
    },
  },
}
