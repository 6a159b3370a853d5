import { sql } from 'kysely'
import { toClockMs, toRealMs, type Clock } from '../clock.ts'
import type { Database, Handle } from '../database/index.ts'
import { createId } from '../ids.ts'
import type { Log } from '../log.ts'
import { deadRetentionDays, emptyQueue, type Hint, type JobStore, type StoredNewJob, type TakenJob, type Unfinished } from './job-store.ts'
import type { Queue } from './queue.ts'
import { dueJobs } from './sqlite-due-jobs.ts'

type JobRow = {
  id: string
  queue: string
  data: string
  state: 'waiting' | 'running' | 'dead'
  attempt: number
  run_at: string
  singleton_key: string | null
  key: string | null
  /** Names one taking of the job, so that a taker whose lease ended cannot settle what somebody else took since. */
  claim: string | null
  lease_until: string | null
  error: string | null
  created_at: string
  failed_at: string | null
}

type Tables = { jobs: JobRow }

const tables = (handle: Handle) => handle.withTables<Tables>()

const purgeIntervalMs = 3_600_000
const maximumListed = 1_000
/** SQLite takes 32,766 values in a statement. */
const rowsAStatement = 500

/** Keeps jobs in a table of the SQLite file. */
export const createSqliteJobStore = (
  database: Database,
  { clock, leaseMs, hint, log }: { clock: Clock; leaseMs: number; hint: Hint; log?: Log | undefined },
): JobStore => {
  const after = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString()
  let purging: NodeJS.Timeout | undefined

  const purge = () =>
    tables(database.handle)
      .deleteFrom('jobs')
      .where('state', '=', 'dead')
      .where('failed_at', '<', after(-deadRetentionDays * 86_400_000))
      .execute()
      .catch((error: unknown) => log?.error({ err: error }, 'Old dead jobs could not be removed'))

  const toTakenJob = (queue: Queue, claim: string, { id, data, attempt }: Pick<JobRow, 'id' | 'data' | 'attempt'>): TakenJob => {
    const update = () => tables(database.handle).updateTable('jobs').where('id', '=', id).where('claim', '=', claim)
    const settle = async (outcome: Unfinished): Promise<void> => {
      switch (outcome.kind) {
        case 'retry':
          await update().set({ ...waiting, run_at: after(outcome.delayMs), error: outcome.error }).execute()
          hint(queue.name, toRealMs(clock, outcome.delayMs))
          return
        case 'retry at':
          await update().set({ ...waiting, run_at: after(outcome.delayMs), error: outcome.error, attempt: attempt - 1 }).execute()
          hint(queue.name, toRealMs(clock, outcome.delayMs))
          return
        case 'handed back':
          await update().set({ ...waiting, run_at: after(0), attempt: attempt - 1 }).execute()
          return
        case 'dead':
          await update().set({ ...waiting, state: 'dead', error: outcome.error, failed_at: after(0) }).execute()
          return
        default:
          outcome satisfies never
      }
    }
    return {
      id,
      data: JSON.parse(data),
      attempt,
      taking: claim,
      renew: async () => void (await update().set({ lease_until: after(toClockMs(clock, leaseMs)) }).execute()),
      settle,
    }
  }

  const toRow = (queue: Queue, { data, delayMs, singletonKey, key }: StoredNewJob) => ({
    ...waiting,
    id: createId('job_'),
    queue: queue.name,
    data: JSON.stringify(data),
    attempt: 0,
    run_at: after(delayMs),
    singleton_key: singletonKey ?? null,
    key: key ?? null,
    created_at: after(0),
  })

  return {
    start: async () => {
      await purge()
      purging = setInterval(() => void purge(), purgeIntervalMs)
    },
    stop: async () => clearInterval(purging),
    enqueue: async (transaction, queue, added) => {
      const inserted: string[] = []
      for (let first = 0; first < added.length; first += rowsAStatement) {
        const rows = added.slice(first, first + rowsAStatement).map((job) => toRow(queue, job))
        const ids = await tables(transaction).insertInto('jobs').values(rows).onConflict((conflict) => conflict.doNothing()).returning('id').execute()
        inserted.push(...ids.map(({ id }) => id))
      }
      // All statements share one connection: a taker that is woken now waits there until this transaction has ended.
      for (const delayMs of new Set(added.map((job) => job.delayMs))) hint(queue.name, toRealMs(clock, delayMs))
      return inserted
    },
    take: async (queue, count) => {
      const claim = createId('')
      const rows = await tables(database.handle)
        .updateTable('jobs')
        .set({ state: 'running', attempt: sql`attempt + 1`, claim, lease_until: after(toClockMs(clock, leaseMs)) })
        .where('id', 'in', dueJobs(queue, count, after(0)))
        .returning(['id', 'data', 'attempt', sql<number>`rowid`.as('position')])
        .execute()
      // As they were added, also those that waited again meanwhile.
      return rows.sort((one, other) => one.position - other.position).map((row) => toTakenJob(queue, claim, row))
    },
    complete: async (_queue, jobs) => {
      const ids = jobs.map(({ id }) => id)
      const takings = [...new Set(jobs.map(({ taking }) => taking))]
      await tables(database.handle).deleteFrom('jobs').where('id', 'in', ids).where('claim', 'in', takings).execute()
    },
    replayDead: async (queue, id) => {
      const replayed = await tables(database.handle)
        .updateTable('jobs')
        .set({ ...waiting, run_at: after(0), attempt: 0, failed_at: null })
        .where('queue', '=', queue.name)
        .where('id', '=', id)
        .where('state', '=', 'dead')
        .executeTakeFirst()
      hint(queue.name, 0)
      return replayed.numUpdatedRows > 0n
    },
    removeDead: async (queue, id) => {
      const removed = await tables(database.handle).deleteFrom('jobs').where('queue', '=', queue.name).where('id', '=', id).where('state', '=', 'dead').executeTakeFirst()
      return removed.numDeletedRows > 0n
    },
    figures: async (queues) => {
      const now = after(0)
      const rows = await tables(database.handle)
        .selectFrom('jobs')
        .select([
          'queue',
          sql<number>`sum(state = 'waiting' and run_at <= ${now})`.as('due'),
          sql<number>`sum(state = 'waiting' and run_at > ${now})`.as('delayed'),
          sql<number>`sum(state = 'running')`.as('running'),
          sql<number>`sum(state = 'dead')`.as('dead'),
          sql<string | null>`min(case when state = 'waiting' and run_at <= ${now} then run_at end)`.as('oldest'),
        ])
        .groupBy('queue')
        .execute()
      const byQueue = new Map(rows.map(({ oldest, ...row }) => [row.queue, { ...row, oldestDueSeconds: oldest === null ? 0 : (Date.parse(now) - Date.parse(oldest)) / 1_000 }]))
      return queues.map(({ name }) => byQueue.get(name) ?? emptyQueue(name))
    },
    dead: async (queue) => {
      const rows = await tables(database.handle)
        .selectFrom('jobs')
        .select(['id', 'data', 'error', 'failed_at'])
        .where('queue', '=', queue.name)
        .where('state', '=', 'dead')
        .orderBy('failed_at')
        .limit(maximumListed)
        .execute()
      return rows.map(({ id, data, error, failed_at }) => ({ id, data: JSON.parse(data), error: error ?? '', failedAt: failed_at ?? '' }))
    },
  }
}

const waiting = { state: 'waiting', claim: null, lease_until: null } as const
