import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * `jobs` is used on SQLite only: PostgreSQL has pg-boss and its own schema. The schedules are the
 * same on both.
 */
export const jobsMigrations: Record<string, Migration> = {
  '0010_jobs': {
    up: async (db) => {
      await db.schema
        .createTable('jobs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('queue', 'text', (column) => column.notNull())
        .addColumn('data', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('attempt', 'integer', (column) => column.notNull())
        .addColumn('run_at', 'text', (column) => column.notNull())
        .addColumn('set_at', 'text', (column) => column.notNull())
        .addColumn('singleton_key', 'text')
        .addColumn('key', 'text')
        .addColumn('claim', 'text')
        .addColumn('lease_until', 'text')
        .addColumn('traceparent', 'text')
        .addColumn('error', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('failed_at', 'text')
        .execute()
      await db.schema
        .createIndex('jobs_to_take')
        .on('jobs')
        .columns(['queue', 'state', 'run_at'])
        .execute()
      await db.schema
        .createIndex('jobs_of_key')
        .on('jobs')
        .columns(['queue', 'state', 'key', 'run_at'])
        .execute()
      await db.schema
        .createIndex('jobs_singleton')
        .unique()
        .on('jobs')
        .columns(['queue', 'singleton_key'])
        .where(sql.ref('state'), 'in', ['waiting', 'running'])
        .execute()
      await db.schema
        .createTable('job_schedules')
        .addColumn('queue', 'text', (column) => column.primaryKey())
        .addColumn('cron', 'text', (column) => column.notNull())
        .addColumn('next_at', 'text', (column) => column.notNull())
        .execute()
    },
  },
  '0258_schedule_success': {
    up: async (db) => {
      await db.schema.alterTable('job_schedules').addColumn('succeeded_at', 'text').execute()
    },
  },
}
