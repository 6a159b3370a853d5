import { sql, type RawBuilder } from 'kysely'
import type { Handle } from '../database/index.ts'
import type { Outcome, Settled, ClaimedJob } from './job-store.ts'
import { jobTables, waiting, type JobRow } from './sqlite-jobs-table.ts'

/** Records outcomes in a transaction. `after` returns the time so many milliseconds from now. */
export const settleOnSqlite = async (
  transaction: Handle,
  settled: Settled[],
  after: (ms: number) => string,
): Promise<void> => {
  const completed = settled
    .filter(({ outcome }) => outcome.kind === 'completed')
    .map(({ job }) => job)
  if (completed.length > 0)
    await jobTables(transaction).deleteFrom('jobs').where(isLeased(completed)).execute()
  for (const { job, outcome } of settled) {
    const changes = toChanges(job, outcome, after)
    if (changes)
      await jobTables(transaction)
        .updateTable('jobs')
        .set(changes)
        .where('id', '=', job.id)
        .where('claim', '=', job.claim)
        .execute()
  }
}

export const dueIn = (
  delayMs: number,
  after: (ms: number) => string,
): Pick<JobRow, 'run_at' | 'set_at'> => ({ run_at: after(delayMs), set_at: after(0) })

/** Matches the leases of these jobs, in one parameter however many they are. */
export const isLeased = (jobs: ClaimedJob[]): RawBuilder<boolean> =>
  sql<boolean>`(id, claim) in (select value ->> 0, value ->> 1 from json_each(${JSON.stringify(jobs.map(({ id, claim }) => [id, claim]))}))`

/** `undefined` when the job is completed: its row is deleted. */
const toChanges = (
  { attempt }: ClaimedJob,
  outcome: Outcome,
  after: (ms: number) => string,
): Partial<JobRow> | undefined => {
  switch (outcome.kind) {
    case 'completed':
      return undefined
    case 'retry':
      return { ...waiting, ...dueIn(outcome.delayMs, after), error: outcome.error }
    case 'retry at':
      return {
        ...waiting,
        ...dueIn(outcome.delayMs, after),
        error: outcome.error,
        attempt: attempt - 1,
      }
    case 'released':
      return { ...waiting, ...dueIn(0, after), attempt: attempt - 1 }
    case 'dead':
      return { ...waiting, state: 'dead', error: outcome.error, failed_at: after(0) }
    default:
      return outcome satisfies never
  }
}
