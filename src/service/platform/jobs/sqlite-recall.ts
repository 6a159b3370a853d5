import type { Handle } from '../database/index.ts'
import { jobTables } from './sqlite-jobs-table.ts'

/**
 * Makes jobs due now whose time was computed while the clock was wrong, and ends leases that are
 * longer than any: without that, a clock that was a year ahead for a moment would delay them by a
 * year. Returns whether there were any.
 *
 * PostgreSQL needs none of this: the times of its jobs are the database's own.
 */
export const recallJobs = async (
  handle: Handle,
  queue: string,
  { latest, lease, now }: { latest: string; lease: string; now: string },
): Promise<boolean> => {
  const jobs = jobTables(handle).updateTable('jobs').where('queue', '=', queue)
  const delayed = await jobs
    .set({ run_at: now, set_at: now })
    .where('state', '=', 'waiting')
    .where('run_at', '>', latest)
    .where('set_at', '>', latest)
    .executeTakeFirst()
  const leased = await jobs
    .set({ lease_until: now })
    .where('state', '=', 'running')
    .where('lease_until', '>', lease)
    .executeTakeFirst()
  return delayed.numUpdatedRows + leased.numUpdatedRows > 0n
}
