import { sql, type Kysely } from 'kysely'
import type { Migrations } from '../platform/database/index.ts'
import { ageIndexStep } from '../platform/retention/index.ts'

export const planMigrations: Migrations = {
  '0180_plans': {
    up: async (db) => {
      await createSteps(db)
      await createFacts(db)
    },
  },
  '0266_plan_steps_age': {
    up: async () => {},
    online: [ageIndexStep({ table: 'session_plan_steps', column: 'finished_at' })],
  },
}

const createSteps = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('session_plan_steps')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('run_key', 'text', (column) => column.notNull())
    .addColumn('user_key', 'text', (column) => column.notNull())
    .addColumn('tool_slug', 'text', (column) => column.notNull())
    .addColumn('failure', 'text')
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('session_plan_steps_run')
    .on('session_plan_steps')
    .columns(['project_id', 'run_key', 'started_at'])
    .execute()
  await db.schema
    .createTable('session_searches')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('run_key', 'text', (column) => column.notNull())
    .addColumn('user_key', 'text', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('tools', 'text', (column) => column.notNull())
    .addColumn('searched_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('session_searches_run')
    .on('session_searches')
    .columns(['project_id', 'run_key', 'searched_at'])
    .execute()
  await db.schema
    .createIndex('session_searches_age')
    .on('session_searches')
    .columns(['searched_at'])
    .execute()
}

const createFacts = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('session_plan_facts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('tool_slug', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('users', 'integer', (column) => column.notNull())
    .addColumn('seen', 'integer', (column) => column.notNull())
    .addColumn('seen_with_failure', 'integer', (column) => column.notNull())
    .addColumn('last_seen_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('session_plan_facts_tool')
    .on('session_plan_facts')
    .columns(['project_id', 'kind', 'tool_slug', 'users'])
    .execute()
  await db.schema
    .createIndex('session_plan_facts_kept')
    .on('session_plan_facts')
    .columns(['project_id', 'users', 'last_seen_at'])
    .execute()
  await db.schema
    .createIndex('session_plan_facts_seen')
    .on('session_plan_facts')
    .columns(['last_seen_at'])
    .execute()
  await db.schema
    .createIndex('session_plan_facts_word')
    .on('session_plan_facts')
    .columns(['project_id', 'kind', 'content', 'users'])
    .where(sql.ref('kind'), '=', 'outcome')
    .execute()
  await db.schema
    .createTable('session_plan_users')
    .addColumn('fact_id', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('user_key', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('session_plan_users_key', ['fact_id', 'user_key'])
    .execute()
  await db.schema
    .createIndex('session_plan_users_user')
    .on('session_plan_users')
    .columns(['project_id', 'user_key'])
    .execute()
}
