import { sql } from 'kysely'
import type { Db } from './online/online-step.ts'

/**
 * On PostgreSQL: until the end of the transaction others can read the table, but not write it. With
 * `patienceMs` it fails if writers hold the table for longer: those that come meanwhile queue behind it.
 */
export const lockAgainstWriters = async (
  db: Db,
  table: string,
  { patienceMs }: { patienceMs?: number } = {},
): Promise<void> => {
  if (patienceMs !== undefined) await sql.raw(`set local lock_timeout = ${patienceMs}`).execute(db)
  await sql.raw(`lock table ${table} in share row exclusive mode`).execute(db)
}
