import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createAgeIndex } from '../platform/retention/index.ts'

export const catalogMigrations: Record<string, Migration> = {
  '0120_catalog': {
    up: async (db) => {
      await createContents(db)
      await createToolkits(db)
      await createAnnotations(db)
      await createImports(db)
    },
  },
  '0262_catalog_ages': {
    up: async (db) => {
      await db.schema.alterTable('toolkit_versions').addColumn('superseded_at', 'text').execute()
      await db.schema
        .createIndex('toolkit_versions_superseded')
        .on('toolkit_versions')
        .column('superseded_at')
        .where(sql.ref('superseded_at'), 'is not', null)
        .execute()
      await db.schema
        .createIndex('toolkit_imports_finished')
        .on('toolkit_imports')
        .column('finished_at')
        .where(sql.ref('finished_at'), 'is not', null)
        .execute()
    },
  },
}

const createContents = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('toolkit_contents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('address', 'text', (column) => column.unique())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('toolkit_slug', 'text', (column) => column.notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('tools_count', 'integer', (column) => column.notNull())
    .addColumn('unused_at', 'text')
    .execute()
  await db.schema
    .createIndex('toolkit_contents_owner')
    .on('toolkit_contents')
    .columns(['owner_id', 'toolkit_slug'])
    .execute()
  await db.schema
    .createIndex('toolkit_contents_unused')
    .on('toolkit_contents')
    .column('unused_at')
    .where(sql.ref('unused_at'), 'is not', null)
    .execute()
  await db.schema
    .createTable('tools')
    .addColumn('content_id', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('parameters', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('definitions', 'text')
    .addPrimaryKeyConstraint('tools_key', ['content_id', 'slug'])
    .execute()
  await db.schema
    .createTable('tool_documents')
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('toolkit_slug', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('tool_documents_key', ['owner_id', 'toolkit_slug', 'hash'])
    .execute()
  await db.schema
    .createTable('known_imports')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('content_id', 'text', (column) => column.notNull())
    .addColumn('report', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await createAgeIndex(db, { table: 'known_imports', column: 'created_at' })
  await db.schema
    .createIndex('known_imports_content')
    .on('known_imports')
    .column('content_id')
    .execute()
}

const createToolkits = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('toolkits')
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('toolkits_key', ['project_id', 'slug'])
    .execute()
  await db.schema
    .createTable('toolkit_versions')
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('content_id', 'text', (column) => column.notNull().references('toolkit_contents.id'))
    .addColumn('stamp', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('toolkit_versions_key', ['project_id', 'slug', 'version'])
    .execute()
  await db.schema
    .createIndex('toolkit_versions_content')
    .on('toolkit_versions')
    .column('content_id')
    .execute()
  await db.schema
    .createTable('slug_owners')
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('toolkit_slug', 'text', (column) => column.notNull())
    .addColumn('operation', 'text')
    .addColumn('renamed_to', 'text')
    .addPrimaryKeyConstraint('slug_owners_key', ['project_id', 'kind', 'slug'])
    .execute()
  await db.schema
    .createIndex('slug_owners_toolkit')
    .on('slug_owners')
    .columns(['project_id', 'toolkit_slug'])
    .execute()
  await db.schema
    .createIndex('slug_owners_renamed')
    .on('slug_owners')
    .columns(['project_id', 'renamed_to'])
    .where(sql.ref('renamed_to'), 'is not', null)
    .execute()
  await db.schema
    .createTable('toolkit_changes')
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('toolkit_slug', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('found_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('toolkit_changes_key', ['project_id', 'toolkit_slug', 'slug'])
    .execute()
}

const createAnnotations = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('tool_annotations')
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('toolkit_slug', 'text', (column) => column.notNull())
    .addColumn('hints', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('tool_annotations_key', ['project_id', 'slug'])
    .execute()
}

const createImports = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('import_requests')
    .addColumn('import_id', 'text', (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_requests_key', ['import_id', 'part'])
    .execute()
  await db.schema
    .createIndex('import_requests_project')
    .on('import_requests')
    .column('project_id')
    .execute()
  await db.schema
    .createTable('toolkit_imports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('report', 'text')
    .addColumn('error', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .execute()
  await db.schema
    .createIndex('toolkit_imports_slug')
    .on('toolkit_imports')
    .columns(['project_id', 'slug', 'finished_at'])
    .execute()
  await db.schema
    .createIndex('toolkit_imports_unfinished')
    .on('toolkit_imports')
    .columns(['project_id'])
    .where(sql.ref('finished_at'), 'is', null)
    .execute()
}
