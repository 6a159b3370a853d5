import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { maintainCounts } from '../platform/lists/index.ts'
import { createAgeIndex } from '../platform/retention/index.ts'

export const webhookMigrations: Record<string, Migration> = {
  '0230_webhooks': {
    up: async (db) => {
      await createSubscriptions(db)
      await createDeliveries(db)
    },
  },
}

const createSubscriptions = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('webhook_subscriptions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('webhook_url', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('enabled_events', 'text', (column) => column.notNull())
    .addColumn('secrets', 'text', (column) => column.notNull())
    .addColumn('failing_since', 'text')
    .addColumn('disabled_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('webhook_subscriptions_created')
    .on('webhook_subscriptions')
    .columns(['project_id', 'created_at', 'id'])
    .execute()
}

const createDeliveries = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('subscription_id', 'text', (column) =>
      column.notNull().references('webhook_subscriptions.id').onDelete('cascade'),
    )
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('event_type', 'text', (column) => column.notNull())
    .addColumn('ordering_key', 'text')
    .addColumn('body', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'text', (column) => column.notNull())
    .addColumn('round_start', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('webhook_deliveries_event', ['subscription_id', 'event_id'])
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_project')
    .on('webhook_deliveries')
    .columns(['project_id'])
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_created')
    .on('webhook_deliveries')
    .columns(['subscription_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_status')
    .on('webhook_deliveries')
    .columns(['subscription_id', 'status', 'created_at', 'id'])
    .execute()
  await createAgeIndex(db, { table: 'webhook_deliveries', column: 'created_at' })
  await db.schema
    .createIndex('webhook_deliveries_due')
    .on('webhook_deliveries')
    .columns(['next_attempt_at'])
    .where(sql.ref('status'), 'in', ['pending', 'failed'])
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_ordering')
    .on('webhook_deliveries')
    .columns(['subscription_id', 'ordering_key', 'created_at'])
    .where(sql.ref('status'), '=', 'pending')
    .execute()
  await maintainCounts(db, {
    table: 'webhook_deliveries',
    scope: 'subscription_id',
    counters: [{ by: [] }, { by: ['status'] }],
  })
}
