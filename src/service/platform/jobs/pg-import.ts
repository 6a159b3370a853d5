import type { Db, JobInsert, PgBoss } from 'pg-boss'
import { createOrderedUuid } from '../ids.ts'
import type { MovedJob } from './moved-job.ts'
import { deadQueue, retentionSeconds, toPriority, toSendOptions } from './pg-queues.ts'
import { toStoredJob } from './pg-stored-job.ts'
import type { Queue } from './queue.ts'

type Imported = { queue: Queue; jobs: readonly MovedJob[]; leaseMs: number }

/**
 * Adds jobs of another database. `db` is a transaction. Dead letters are kept from now on for as long
 * as new ones: pg-boss knows no other time of their failure.
 */
export const importPgJobs = async (
  boss: PgBoss,
  db: Db,
  { queue, jobs, leaseMs }: Imported,
): Promise<void> => {
  const waiting = jobs.filter(({ error }) => error === undefined)
  const dead = jobs.filter(({ error }) => error !== undefined)
  await insert(
    boss,
    db,
    queue.name,
    waiting.map((job) => toWaiting(queue, job, leaseMs)),
  )
  await insert(boss, db, deadQueue(queue), dead.map(toDead))
}

const insert = async (boss: PgBoss, db: Db, name: string, jobs: JobInsert[]): Promise<void> => {
  if (jobs.length === 0) return
  const ids = (await boss.insert(name, jobs, { db, returnId: true })) ?? []
  if (ids.length !== jobs.length)
    throw new Error(`The queue "${name}" took ${ids.length} of ${jobs.length} jobs`)
}

const toWaiting = (queue: Queue, job: MovedJob, leaseMs: number) => {
  const id = createOrderedUuid()
  return {
    ...toSendOptions(queue, { ...job, leaseMs }),
    id,
    priority: toPriority(id, job.attempts > 0),
    data: toStoredJob({ ...job, id }, job.attempts),
  }
}

const toDead = (job: MovedJob) => {
  const id = createOrderedUuid()
  return {
    id,
    data: { ...toStoredJob({ ...job, id }, 0), error: job.error },
    retentionSeconds,
    ...(job.key !== undefined && { group: { id: job.key } }),
  }
}
