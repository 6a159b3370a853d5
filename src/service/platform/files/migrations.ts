import type { Migration } from 'kysely/migration'

export const filesMigrations: Record<string, Migration> = {
  '0012_files': {
    up: async (db) => {
      await db.schema
        .createTable('files')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('scope', 'text', (column) => column.notNull())
        .addColumn('content_type', 'text', (column) => column.notNull())
        .addColumn('name', 'text')
        .addColumn('user_id', 'text')
        .addColumn('size', 'bigint', (column) => column.notNull())
        .addColumn('sha256', 'text', (column) => column.notNull())
        .addColumn('is_upload', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('files_by_scope').on('files').column('scope').execute()
      await db.schema
        .createIndex('files_by_user')
        .on('files')
        .columns(['scope', 'user_id'])
        .execute()
      await db.schema.createIndex('files_by_expiry').on('files').column('expires_at').execute()
      await db.schema
        .createIndex('files_by_upload')
        .on('files')
        .columns(['scope', 'is_upload', 'expires_at', 'size'])
        .execute()
      await db.schema
        .createTable('file_chunks')
        .addColumn('file_id', 'text', (column) =>
          column.notNull().references('files.id').onDelete('cascade'),
        )
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('file_chunks_key', ['file_id', 'position'])
        .execute()
    },
  },
}
