import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createAgeIndex } from '../platform/retention/index.ts'

export const projectMigrations: Record<string, Migration> = {
  '0100_projects': {
    up: async (db) => {
      await db.schema
        .createTable('organizations')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('projects')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('organization_id', 'text', (column) =>
          column.notNull().references('organizations.id'),
        )
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('config', 'text', (column) => column.notNull())
        .addColumn('data_key', 'text', (column) => column.notNull())
        .addColumn('catalog_stamp', 'integer', (column) => column.notNull())
        .addColumn('logo', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .addColumn('deleted_at', 'text')
        .addUniqueConstraint('projects_name', ['organization_id', 'name'])
        .execute()
      await db.schema
        .createIndex('projects_listed')
        .on('projects')
        .columns(['organization_id', 'created_at', 'id'])
        .where(sql.ref('deleted_at'), 'is', null)
        .execute()
      await db.schema
        .createTable('api_keys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('organization_id', 'text', (column) =>
          column.notNull().references('organizations.id'),
        )
        .addColumn('project_id', 'text', (column) =>
          column.references('projects.id').onDelete('cascade'),
        )
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull().unique())
        .addColumn('hint', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createIndex('api_keys_project')
        .on('api_keys')
        .columns(['project_id'])
        .execute()
      await db.schema
        .createTable('first_start')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('started_at', 'text', (column) => column.notNull())
        .execute()
      await createTickets(db)
    },
  },
}

const createTickets = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('user_tickets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('approval_id', 'text')
    .addColumn('toolkits', 'text')
    .addColumn('origins', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('user_tickets_user')
    .on('user_tickets')
    .columns(['project_id', 'user_id'])
    .execute()
  await createAgeIndex(db, { table: 'user_tickets', column: 'expires_at' })
}
