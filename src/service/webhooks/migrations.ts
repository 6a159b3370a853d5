import { sql, type CreateIndexBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'
import { keepCounts } from '../platform/lists/index.ts'

export const webhookMigrations: Record<string, Migration> = {
  '0121_webhooks': {
    up: async (db) => {
      await db.schema
        .createTable('webhook_subscriptions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('webhook_url', 'text', (column) => column.notNull())
        .addColumn('version', 'text', (column) => column.notNull())
        .addColumn('enabled_events', 'text', (column) => column.notNull())
        .addColumn('secrets', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createIndex('webhook_subscriptions_created')
        .on('webhook_subscriptions')
        .columns(['project_id', 'created_at', 'id'])
        .execute()
      await db.schema
        .createTable('webhook_deliveries')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project_id', 'text', (column) => column.notNull())
        .addColumn('subscription_id', 'text', (column) =>
          column.notNull().references('webhook_subscriptions.id').onDelete('cascade'),
        )
        .addColumn('event_id', 'text', (column) => column.notNull())
        .addColumn('event_type', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('attempts', 'text', (column) => column.notNull())
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
    },
  },
  '0261_webhook_sending': {
    up: async (db) => {
      await db.schema
        .alterTable('webhook_subscriptions')
        .addColumn('failing_since', 'text')
        .execute()
      await db.schema.alterTable('webhook_subscriptions').addColumn('disabled_at', 'text').execute()
      await db.schema.alterTable('webhook_deliveries').addColumn('lane', 'text').execute()
      await db.schema.alterTable('webhook_deliveries').addColumn('body', 'text').execute()
      await db.schema
        .alterTable('webhook_deliveries')
        .addColumn('round_start', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      const unfinished = (builder: CreateIndexBuilder) =>
        builder.on('webhook_deliveries').where(sql.ref('status'), 'in', ['pending', 'failed'])
      await unfinished(db.schema.createIndex('webhook_deliveries_due'))
        .columns(['next_attempt_at'])
        .execute()
      await db.schema
        .createIndex('webhook_deliveries_lane')
        .on('webhook_deliveries')
        .columns(['subscription_id', 'lane', 'created_at'])
        .where(sql.ref('status'), '=', 'pending')
        .execute()
      // By the hour: one by the time itself would be a second way to read the list, in which its
      // order is not complete.
      await db.schema
        .createIndex('webhook_deliveries_age')
        .on('webhook_deliveries')
        .expression(sql`substr(created_at, 1, 13)`)
        .execute()
    },
  },
  '0175_webhook_lists': {
    up: async (db) => {
      await keepCounts(db, {
        table: 'webhook_deliveries',
        scope: 'subscription_id',
        counters: [{ by: [] }, { by: ['status'] }],
      })
    },
  },
}
