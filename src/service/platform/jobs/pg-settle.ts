import type { Db, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { deadRetentionDays, type Outcome, type Settled, type TakenJob } from './job-store.ts'
import { toClaim, type StoredJob } from './pg-stored-job.ts'

export const retentionSeconds = deadRetentionDays * 86_400

/** What pg-boss answers to a change; its types leave it out. */
export const changed = z.object({ affected: z.number() })

/** Forgets jobs that are done, in one statement. */
export const forgetCompleted = async (
  boss: PgBoss,
  queue: string,
  settled: Settled[],
): Promise<void> => {
  const completed = settled.filter(({ outcome }) => outcome.kind === 'completed')
  if (completed.length > 0)
    await boss.deleteJob(
      queue,
      completed.map(({ job }) => toClaim(job)),
    )
}

/**
 * Lets jobs wait for their next try, in one statement. Each keeps its count of takings, which tells
 * one from the next, and its place among those that are due: behind all that came since, jobs that
 * wait for each other would overtake each other again and again.
 */
export const waitAgain = async (
  db: Db,
  queue: string,
  settled: Settled[],
  toRealMs: (ms: number) => number,
): Promise<void> => {
  const again = settled.flatMap(({ job, outcome }) => {
    const next = toNextTry(outcome)
    return next
      ? { ...toClaim(job), uncounted: next.counts ? 0 : 1, delayMs: toRealMs(next.delayMs) }
      : []
  })
  if (again.length === 0) return
  // Jobs of one transaction share the time of their making; with a fraction of a millisecond less a
  // job is before the others, though it starts later.
  await db.executeSql(
    `update pgboss.job set
       state = 'retry',
       data = jsonb_set(job.data, '{attempts}', to_jsonb((job.data ->> 'attempts')::integer - again.uncounted)),
       retry_limit = job.retry_limit + again.uncounted,
       start_after = now() + again."delayMs" * interval '1 ms',
       created_on = date_trunc('milliseconds', job.created_on),
       keep_until = now() + again."delayMs" * interval '1 ms' + $3 * interval '1 s'
     from json_to_recordset($2) as again (id uuid, "retryCount" integer, uncounted integer, "delayMs" double precision)
     where job.name = $1 and job.id = again.id and job.state = 'active' and job.retry_count = again."retryCount"`,
    [queue, JSON.stringify(again), retentionSeconds],
  )
}

/** `undefined` when there is none. */
const toNextTry = (outcome: Outcome): { delayMs: number; counts: boolean } | undefined => {
  switch (outcome.kind) {
    case 'retry':
      return { delayMs: outcome.delayMs, counts: true }
    case 'retry at':
      return { delayMs: outcome.delayMs, counts: false }
    case 'handed back':
      return { delayMs: 0, counts: false }
    case 'completed':
    case 'dead':
      return undefined
    default:
      return outcome satisfies never
  }
}

/** Moves a job to the dead, while it is ours. `db` is a transaction. */
export const bury = async (
  boss: PgBoss,
  db: Db,
  {
    queue,
    deadQueue,
    job,
    error,
  }: { queue: string; deadQueue: string; job: TakenJob; error: string },
): Promise<void> => {
  const { affected } = changed.parse(await boss.deleteJob(queue, toClaim(job), { db }))
  if (affected !== 1) return
  const dead: StoredJob = {
    data: JSON.stringify(job.data),
    attempts: job.attempt,
    ...(job.traceparent && { traceparent: job.traceparent }),
    error,
  }
  await boss.send(deadQueue, dead, {
    id: job.id,
    retentionSeconds,
    ...(job.key && { group: { id: job.key } }),
    db,
  })
}
