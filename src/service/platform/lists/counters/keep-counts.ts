import { sql, type Kysely } from 'kysely'
import { engineOf } from '../../database/engine-of.ts'
import { counterName } from '../list.ts'
import { createPostgresTriggers } from './postgres.ts'
import { createSqliteTriggers } from './sqlite.ts'
import { termsOf, type Counted } from './terms-of.ts'

/** Part of a migration: counts the rows of a table, and has the database keep the totals from then on, whoever writes. */
export const keepCounts = async (db: Kysely<unknown>, counted: Counted): Promise<void> => {
  const { table, scope, counters } = counted
  for (const counter of counters) {
    const { value, condition } = termsOf(counter, '')
    await sql
      .raw(
        `insert into list_counts (scope, counter, value, slot, count)
         select ${scope}, '${counterName(table, counter)}', ${value}, 0, count(*) from ${table} where ${condition} group by ${[scope, ...counter.by].join(', ')}`,
      )
      .execute(db)
  }
  await (engineOf(db) === 'postgres' ? createPostgresTriggers(db, counted) : createSqliteTriggers(db, counted))
}
