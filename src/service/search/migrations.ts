import { sql } from 'kysely'
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
        .createTable('search_blocks')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('address', 'text', (column) => column.unique())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('parts', 'integer', (column) => column.notNull())
        .addColumn('unused_at', 'text')
        .execute()
      await db.schema
        .createIndex('search_blocks_unused')
        .on('search_blocks')
        .column('unused_at')
        .where(sql.ref('unused_at'), 'is not', null)
        .execute()
      await db.schema
        .createTable('search_block_parts')
        .addColumn('block_id', 'text', (column) => column.notNull())
        .addColumn('part', 'integer', (column) => column.notNull())
        .addColumn('data', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('search_block_parts_key', ['block_id', 'part'])
        .execute()
      await db.schema
        .createTable('search_index_blocks')
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('block_id', 'text', (column) => column.notNull().references('search_blocks.id'))
        .addPrimaryKeyConstraint('search_index_blocks_key', ['project_id', 'block_id'])
        .execute()
      await db.schema
        .createIndex('search_index_blocks_block')
        .on('search_index_blocks')
        .column('block_id')
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
      await db.schema
        .createTable('search_use_cases')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('address', 'text', (column) => column.unique())
        .addColumn('tools', 'integer', (column) => column.notNull())
        .addColumn('enriched', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('unused_at', 'text')
        .addColumn('content', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createIndex('search_use_cases_unused')
        .on('search_use_cases')
        .column('unused_at')
        .where(sql.ref('unused_at'), 'is not', null)
        .execute()
      await db.schema
        .createTable('search_project_use_cases')
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('use_cases_id', 'text', (column) =>
          column.notNull().references('search_use_cases.id'),
        )
        .addPrimaryKeyConstraint('search_project_use_cases_key', ['project_id', 'use_cases_id'])
        .execute()
      await db.schema
        .createIndex('search_project_use_cases_use_cases')
        .on('search_project_use_cases')
        .column('use_cases_id')
        .execute()
      await db.schema
        .createTable('search_enrichments')
        .addColumn('project_id', 'text', (column) => column.primaryKey())
        .addColumn('waiting', 'integer', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('search_enrichment_days')
        .addColumn('day', 'text', (column) => column.primaryKey())
        .addColumn('tokens', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}
