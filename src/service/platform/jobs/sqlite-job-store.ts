import { sql, type RawBuilder } from 'kysely'
import {
  dayMs,
  hourMs,
  latestCredible,
  minuteMs,
  toClockMs,
  toleranceMs,
  toRealMs,
  type Clock,
} from '../clock.ts'
import type { Database } from '../database/index.ts'
import { deleteInBatches } from '../delete-in-batches.ts'
import { createId } from '../ids.ts'
import type { Log } from '../log.ts'
import {
  deadRetentionDays,
  emptyQueue,
  type Hint,
  type JobStore,
  type StoredNewJob,
} from './job-store.ts'
import { readJobData, shownJobData, type Queue } from './queue.ts'
import { dueJobs, dueJobsByKey } from './sqlite-due-jobs.ts'
import { exportSqliteJobs } from './sqlite-export.ts'
import { recallJobs } from './sqlite-recall.ts'
import { jobTables, waiting } from './sqlite-jobs-table.ts'
import { dueIn, isLeased, settleOnSqlite } from './sqlite-settle.ts'

const purgeIntervalMs = hourMs
const recallIntervalMs = minuteMs / 2
const maximumListed = 1_000
/** SQLite takes 32,766 values in a statement. */
const rowsAStatement = 500

/** Keeps jobs in a table of the SQLite file. */
export const createSqliteJobStore = (
  database: Database,
  {
    clock,
    leaseMs,
    hint,
    log,
  }: { clock: Clock; leaseMs: number; hint: Hint; log?: Log | undefined },
): JobStore => {
  const after = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString()
  let purging: NodeJS.Timeout | undefined
  let recalling: NodeJS.Timeout | undefined
  let maintenance = Promise.resolve()

  const purge = () =>
    deleteInBatches(async (limit) => {
      const old = jobTables(database.handle)
        .selectFrom('jobs')
        .select('id')
        .where('state', '=', 'dead')
        .where('failed_at', '<', after(-deadRetentionDays * dayMs))
        .limit(limit)
      return Number(
        (
          await jobTables(database.handle)
            .deleteFrom('jobs')
            .where('id', 'in', old)
            .executeTakeFirst()
        ).numDeletedRows,
      )
    }).catch((error: unknown) => log?.error({ err: error }, 'Old dead jobs could not be removed'))

  const recall = async (queues: Queue[]): Promise<void> => {
    const longestLeaseMs = toClockMs(clock, leaseMs) + toleranceMs
    const times = {
      latest: latestCredible(clock.now()),
      lease: after(longestLeaseMs),
      now: after(0),
    }
    try {
      for (const { name } of queues)
        if (await recallJobs(database.handle, name, times)) hint(name, 0)
    } catch (error) {
      log?.error({ err: error }, 'Jobs that a wrong clock has delayed could not be found')
    }
  }

  /** One piece after another, and all of them before the database is closed. */
  const maintain = (work: () => Promise<void>): Promise<void> => {
    maintenance = maintenance.then(work)
    return maintenance
  }

  const takeRows = (rows: RawBuilder<number>) =>
    jobTables(database.handle)
      .updateTable('jobs')
      .set({
        state: 'running',
        attempt: sql`attempt + 1`,
        claim: createId(''),
        lease_until: after(toClockMs(clock, leaseMs)),
      })
      .where(sql`rowid`, 'in', rows)
      .returning([
        'id',
        'data',
        'attempt',
        'key',
        'traceparent',
        'claim',
        sql<number>`rowid`.as('position'),
      ])
      .execute()

  const isDue = async (queue: Queue): Promise<boolean> => {
    const due = await jobTables(database.handle)
      .selectFrom('jobs')
      .select('id')
      .where('queue', '=', queue.name)
      .where('state', '=', 'waiting')
      .where('run_at', '<=', after(0))
      .limit(1)
      .executeTakeFirst()
    return due !== undefined
  }

  const toRow = (
    queue: Queue,
    { data, delayMs, singletonKey, key, traceparent }: StoredNewJob,
  ) => ({
    ...waiting,
    id: createId('job_'),
    queue: queue.name,
    data: JSON.stringify(data),
    attempt: 0,
    ...dueIn(delayMs, after),
    singleton_key: singletonKey ?? null,
    key: key ?? null,
    traceparent: traceparent ?? null,
    created_at: after(0),
  })

  return {
    start: async (queues) => {
      await maintain(purge)
      purging = setInterval(() => void maintain(purge), purgeIntervalMs)
      await maintain(() => recall(queues))
      recalling = setInterval(() => void maintain(() => recall(queues)), recallIntervalMs)
    },
    stop: async () => {
      clearInterval(purging)
      clearInterval(recalling)
      await maintenance
    },
    enqueue: async (transaction, queue, added) => {
      const inserted: string[] = []
      for (let first = 0; first < added.length; first += rowsAStatement) {
        const rows = added.slice(first, first + rowsAStatement).map((job) => toRow(queue, job))
        const ids = await jobTables(transaction)
          .insertInto('jobs')
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .execute()
        inserted.push(...ids.map(({ id }) => id))
      }
      // All statements share one connection: a worker that wakes now waits there until this
      // transaction ends.
      for (const delayMs of new Set(added.map((job) => job.delayMs)))
        hint(queue.name, toRealMs(clock, delayMs))
      return inserted
    },
    take: async (queue, count, held) => {
      const at = () => ({ now: after(0), held })
      let rows = await takeRows(dueJobs(queue, count, at()))
      if (rows.length === 0 && queue.concurrencyPerKey !== undefined && (await isDue(queue)))
        rows = await takeRows(dueJobsByKey(queue, count, at()))
      // In the order in which they were added, retries included.
      return rows
        .sort((one, other) => one.position - other.position)
        .map(({ id, data, attempt, key, traceparent, claim }) => ({
          id,
          data: readJobData(data),
          attempt,
          key,
          traceparent,
          claim: claim ?? '',
        }))
    },
    settle: async (queue, settled) => {
      await database.transaction((transaction) => settleOnSqlite(transaction, settled, after))
      for (const { outcome } of settled)
        if ('delayMs' in outcome) hint(queue.name, toRealMs(clock, outcome.delayMs))
    },
    renew: async (_queue, jobs) =>
      void (await jobTables(database.handle)
        .updateTable('jobs')
        .set({ lease_until: after(toClockMs(clock, leaseMs)) })
        .where(isLeased(jobs))
        .execute()),
    replayDead: async (queue, id) => {
      const replayed = await jobTables(database.handle)
        .updateTable('jobs')
        // Without its key: a newer job with it may wait.
        .set({ ...waiting, ...dueIn(0, after), attempt: 0, failed_at: null, singleton_key: null })
        .where('queue', '=', queue.name)
        .where('id', '=', id)
        .where('state', '=', 'dead')
        .executeTakeFirst()
      hint(queue.name, 0)
      return replayed.numUpdatedRows > 0n
    },
    removeDead: async (queue, id) => {
      const removed = await jobTables(database.handle)
        .deleteFrom('jobs')
        .where('queue', '=', queue.name)
        .where('id', '=', id)
        .where('state', '=', 'dead')
        .executeTakeFirst()
      return removed.numDeletedRows > 0n
    },
    exportJobs: (position, limit) => exportSqliteJobs(database, clock, position, limit),
    figures: async (queues) => {
      const now = after(0)
      const rows = await jobTables(database.handle)
        .selectFrom('jobs')
        .select([
          'queue',
          sql<number>`sum(state = 'waiting' and run_at <= ${now})`.as('due'),
          sql<number>`sum(state = 'waiting' and run_at > ${now})`.as('delayed'),
          sql<number>`sum(state = 'running')`.as('running'),
          sql<number>`sum(state = 'dead')`.as('dead'),
          sql<
            string | null
          >`min(case when state = 'waiting' and run_at <= ${now} then run_at end)`.as('oldest'),
        ])
        .groupBy('queue')
        .execute()
      const byQueue = new Map(
        rows.map(({ oldest, ...row }) => [
          row.queue,
          {
            ...row,
            oldestDueSeconds: oldest === null ? 0 : (Date.parse(now) - Date.parse(oldest)) / 1_000,
          },
        ]),
      )
      return queues.map(({ name }) => byQueue.get(name) ?? emptyQueue(name))
    },
    dead: async (queue) => {
      const rows = await jobTables(database.handle)
        .selectFrom('jobs')
        .select(['id', 'data', 'error', 'failed_at'])
        .where('queue', '=', queue.name)
        .where('state', '=', 'dead')
        .orderBy('failed_at')
        .limit(maximumListed)
        .execute()
      return rows.map(({ id, data, error, failed_at }) => ({
        id,
        data: shownJobData(data),
        error: error ?? '',
        failedAt: failed_at ?? '',
      }))
    },
  }
}
