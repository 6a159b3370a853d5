import type { Db, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { renewUuid } from '../ids.ts'
import type { Settled, ClaimedJob } from './job-store.ts'
import { deadQueue, retentionSeconds, toPriority, toSendOptions } from './pg-queues.ts'
import { toClaim, toStoredJob } from './pg-stored-job.ts'
import type { Queue } from './queue.ts'

/** The result of pg-boss for an update, whose fields its types omit. */
export const changed = z.object({ affected: z.number() })

/** Deletes the jobs that are done, in one statement. */
export const deleteCompleted = async (
  boss: PgBoss,
  queue: Queue,
  settled: Settled[],
): Promise<void> => {
  const completed = settled.filter(({ outcome }) => outcome.kind === 'completed')
  if (completed.length > 0)
    await boss.deleteJob(
      queue.name,
      completed.map(({ job }) => toClaim(job)),
    )
}

export type Retry = { job: ClaimedJob; delayMs: number; isCounted: boolean }

/** Rolls a batch back in which another process holds the lease of a job. */
export class LostLease extends Error {}

/**
 * Replaces a batch of jobs by their next attempts. `db` is a transaction. Throws `LostLease` when
 * one of several jobs is no longer leased to this process.
 *
 * pg-boss fails a batch in one statement, but then each delay takes an update that reads the whole
 * table.
 */
export const retryLater = async (
  boss: PgBoss,
  db: Db,
  { queue, retries, leaseMs }: { queue: Queue; retries: Retry[]; leaseMs: number },
): Promise<void> => {
  const claims = retries.map(({ job }) => toClaim(job))
  const { affected } = changed.parse(await boss.deleteJob(queue.name, claims, { db }))
  if (affected === 0) return
  if (affected < retries.length) throw new LostLease()
  await boss.insert(
    queue.name,
    retries.map(({ job, delayMs, isCounted }) => ({
      ...toSendOptions(queue, { ...job, delayMs, leaseMs }),
      id: renewUuid(job.id),
      priority: toPriority(job.id, true),
      data: toStoredJob(job, isCounted ? job.attempt : job.attempt - 1),
    })),
    { db },
  )
}

/** Moves a job to the dead letters if this process still holds its lease. `db` is a transaction. */
export const moveToDeadLetters = async (
  boss: PgBoss,
  db: Db,
  queue: Queue,
  { job, error }: { job: ClaimedJob; error: string },
): Promise<void> => {
  const { affected } = changed.parse(await boss.deleteJob(queue.name, toClaim(job), { db }))
  if (affected !== 1) return
  await boss.send(
    deadQueue(queue),
    { ...toStoredJob(job, 0), error },
    { id: job.id, retentionSeconds, ...(job.key && { group: { id: job.key } }), db },
  )
}
