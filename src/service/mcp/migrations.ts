import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { maintainCounts } from '../platform/lists/index.ts'

export const mcpMigrations: Record<string, Migration> = {
  '0210_mcp': {
    up: async (db) => {
      await createServers(db)
      await createInstances(db)
    },
  },
}

const createServers = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('mcp_servers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('allowed_tools', 'text', (column) => column.notNull())
    .addColumn('managed_auth', 'integer', (column) => column.notNull())
    .addColumn('url_secret', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('mcp_servers_created')
    .on('mcp_servers')
    .columns(['project_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('mcp_servers_updated')
    .on('mcp_servers')
    .columns(['project_id', 'updated_at', 'id'])
    .execute()
  await db.schema
    .createTable('mcp_server_toolkits')
    .addColumn('server_id', 'text', (column) =>
      column.notNull().references('mcp_servers.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('toolkit_slug', 'text', (column) => column.notNull())
    .addColumn('auth_config_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('mcp_server_toolkits_key', ['server_id', 'position'])
    .execute()
  await db.schema
    .createIndex('mcp_server_toolkits_toolkit')
    .on('mcp_server_toolkits')
    .columns(['project_id', 'toolkit_slug', 'server_id'])
    .execute()
  await db.schema
    .createIndex('mcp_server_toolkits_auth_config')
    .on('mcp_server_toolkits')
    .columns(['project_id', 'auth_config_id', 'server_id'])
    .execute()
}

/**
 * Without references to the server, because it may have very many instances, which are deleted in
 * batches after it.
 */
const createInstances = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('mcp_server_instances')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('server_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('key_hint', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('mcp_server_instances_user', ['server_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('mcp_server_instances_created')
    .on('mcp_server_instances')
    .columns(['server_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('mcp_server_instances_updated')
    .on('mcp_server_instances')
    .columns(['server_id', 'updated_at', 'id'])
    .execute()
  await db.schema
    .createIndex('mcp_server_instances_project')
    .on('mcp_server_instances')
    .columns(['project_id'])
    .execute()
  await maintainCounts(db, {
    table: 'mcp_server_instances',
    scope: 'server_id',
    counters: [{ by: [] }],
  })
  await db.schema
    .createTable('mcp_url_rotations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('server_id', 'text', (column) => column.notNull())
    .addColumn('user_key', 'text', (column) => column.notNull())
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addUniqueConstraint('mcp_url_rotations_user', ['server_id', 'user_key'])
    .execute()
  await db.schema
    .createIndex('mcp_url_rotations_project')
    .on('mcp_url_rotations')
    .columns(['project_id'])
    .execute()
}
