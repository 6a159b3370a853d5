import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/index.ts'
import type { MovedJob } from './moved-job.ts'
import { jobTables } from './sqlite-jobs-table.ts'

/** The jobs of the table after a row; a job that a process held when it ended is due at once. */
export const exportSqliteJobs = async (
  { handle }: Database,
  clock: Clock,
  position: number,
  limit: number,
): Promise<MovedJob[]> => {
  const rows = await jobTables(handle)
    .selectFrom('jobs')
    .selectAll()
    .select(sql<number>`rowid`.as('position'))
    .where(sql`rowid`, '>', position)
    .orderBy(sql`rowid`)
    .limit(limit)
    .execute()
  const now = clock.now().getTime()
  return rows.map((row) => ({
    position: row.position,
    queue: row.queue,
    data: JSON.parse(row.data),
    attempts: row.attempt,
    delayMs: row.state === 'waiting' ? Math.max(0, Date.parse(row.run_at) - now) : 0,
    singletonKey: row.singleton_key ?? undefined,
    key: row.key ?? undefined,
    traceparent: row.traceparent ?? undefined,
    error: row.state === 'dead' ? (row.error ?? '') : undefined,
  }))
}
