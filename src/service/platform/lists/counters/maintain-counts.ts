import { sql, type Kysely } from 'kysely'
import { engineOf } from '../../database/engine-of.ts'
import { lockAgainstWriters } from '../../database/lock-against-writers.ts'
import { counterName, type Counter } from '../list.ts'
import { createPostgresTriggers, replacePostgresFunctions } from './postgres.ts'
import { createSqliteTriggers } from './sqlite.ts'
import { termsOf, type Counted } from './terms-of.ts'

/**
 * Part of a migration: counts the rows of a table and creates the triggers that maintain the totals
 * from then on.
 *
 * `kept` are counters of an earlier migration, which continue with the new ones. On PostgreSQL other
 * nodes may write: they wait, so that no change is missed between the count and the triggers. On
 * SQLite a migration that was interrupted runs again from its start.
 */
export const maintainCounts = async (
  db: Kysely<unknown>,
  { table, scope, counters }: Counted,
  kept: readonly Counter[] = [],
): Promise<void> => {
  if (engineOf(db) === 'postgres') await lockAgainstWriters(db, table)
  else for (const counter of counters) await forget(db, counterName(table, counter), counter)
  for (const counter of counters) {
    const { name, value, condition, columns } = termsOf(table, counter, '')
    const grouped = columns.filter((column) => column !== counter.whereNull)
    await sql
      .raw(
        `insert into list_counts (scope, counter, value, slot, count)
         select ${scope}, ${name}, ${value}, 0, count(*) from ${table} where ${condition} group by ${[scope, ...grouped].join(', ')}`,
      )
      .execute(db)
  }
  await createTriggers(db, { table, scope, counters }, kept)
}

/** The triggers of new counters, and of those that were there before. */
export const createTriggers = async (
  db: Kysely<unknown>,
  { counters, ...list }: Counted,
  kept: readonly Counter[],
): Promise<void> => {
  const all = { ...list, counters: [...kept, ...counters] }
  if (engineOf(db) === 'sqlite') await createSqliteTriggers(db, all)
  else if (kept.length === 0) await createPostgresTriggers(db, all)
  else await replacePostgresFunctions(db, all)
}

const forget = (db: Kysely<unknown>, name: string, { within }: Counter) =>
  sql`delete from list_counts where ${within === undefined ? sql`counter = ${name}` : sql`substr(counter, 1, ${name.length}) = ${name}`}`.execute(
    db,
  )
