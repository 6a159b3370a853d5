import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createListIndexes, maintainCounts } from '../platform/lists/index.ts'

export const triggerMigrations: Record<string, Migration> = {
  '0240_triggers': {
    up: async (db) => {
      await createInstances(db)
      await createInstanceLists(db)
      await createSources(db)
    },
  },
}

const createInstances = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('trigger_instances')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('uuid', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('trigger_slug', 'text', (column) => column.notNull())
    .addColumn('toolkit_slug', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('connected_account_id', 'text')
    .addColumn('auth_config_id', 'text')
    .addColumn('user_id', 'text')
    .addColumn('match_key', 'text', (column) => column.notNull())
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('state', 'text')
    .addColumn('trigger_data', 'text')
    .addColumn('hook', 'text')
    .addColumn('hook_token_hash', 'text')
    .addColumn('hook_account', 'text')
    .addColumn('next_poll_at', 'text')
    .addColumn('scheduled_at', 'text')
    .addColumn('poll_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('disabled_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('trigger_instances_match', ['project_id', 'match_key'])
    .execute()
  await db.schema
    .createIndex('trigger_instances_uuid')
    .on('trigger_instances')
    .columns(['project_id', 'uuid'])
    .execute()
  await db.schema
    .createIndex('trigger_instances_toolkit')
    .on('trigger_instances')
    .columns(['project_id', 'toolkit_slug', 'created_at'])
    .execute()
  await db.schema
    .createIndex('trigger_instances_due')
    .on('trigger_instances')
    .columns(['next_poll_at', 'id'])
    .where(sql.ref('next_poll_at'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('trigger_instances_hook')
    .on('trigger_instances')
    .columns(['hook_token_hash', 'hook_account'])
    .execute()
}

const createInstanceLists = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createIndex('trigger_instances_created')
    .on('trigger_instances')
    .columns(['project_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('trigger_instances_user')
    .on('trigger_instances')
    .columns(['project_id', 'user_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('trigger_instances_account')
    .on('trigger_instances')
    .columns(['project_id', 'connected_account_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('trigger_instances_auth_config')
    .on('trigger_instances')
    .columns(['project_id', 'auth_config_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('trigger_instances_name')
    .on('trigger_instances')
    .columns(['project_id', 'trigger_slug', 'created_at', 'id'])
    .execute()
  const list = { table: 'trigger_instances', scope: 'project_id' }
  const filters = ['trigger_slug', 'auth_config_id', 'user_id', 'connected_account_id']
  const counted = [[], ...filters.map((filter) => [filter])]
  const counters = [
    ...counted.map((by) => ({ by })),
    ...counted.map((by) => ({ by, whereNull: 'disabled_at' })),
  ]
  await maintainCounts(db, { ...list, counters })
  // Disabled ones are left out unless they are asked for.
  await createListIndexes(db, {
    ...list,
    filters,
    orders: ['created_at'],
    whereNull: 'disabled_at',
  })
  await db.schema
    .createIndex('trigger_instances_enabled')
    .on('trigger_instances')
    .columns(['project_id', 'created_at', 'id'])
    .where(sql.ref('disabled_at'), 'is', null)
    .execute()
}

const createSources = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('trigger_items')
    .addColumn('instance_id', 'text', (column) => column.notNull())
    .addColumn('item_key', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('trigger_items_key', ['instance_id', 'item_key'])
    .execute()
  await db.schema
    .createIndex('trigger_items_seen')
    .on('trigger_items')
    .columns(['seen_at'])
    .execute()
  await db.schema
    .createTable('hook_removals')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('connected_account_id', 'text')
    .addColumn('data_key', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('hook_removals_account')
    .on('hook_removals')
    .columns(['connected_account_id'])
    .execute()
}
