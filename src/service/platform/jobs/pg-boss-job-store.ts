import type { Db, Job, JobWithMetadata, PgBoss } from 'pg-boss'
import {
  defaultTimeouts,
  type Database,
  type DatabaseTimeouts,
  type Handle,
} from '../database/index.ts'
import { toRealMs, type Clock } from '../clock.ts'
import { createOrderedUuid, renewUuid } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Hint, JobStore, Outcome } from './job-store.ts'
import { listenForHints, notifyOfHint } from './pg-hints.ts'
import { readPgFigures } from './pg-figures.ts'
import { importPgJobs } from './pg-import.ts'
import { createPgQueue, deadQueue, toPriority, toSendOptions } from './pg-queues.ts'
import {
  changed,
  deleteCompleted,
  LostLease,
  moveToDeadLetters,
  retryLater,
  type Retry,
} from './pg-settle.ts'
import { storedJob, toClaim, toStoredJob, toClaimedJob } from './pg-stored-job.ts'
import { shownJobData, type Queue } from './queue.ts'
import { startPgBoss } from './start-pg-boss.ts'

type Opened = { boss: PgBoss; bind: (handle: Handle) => Db; close(): Promise<void> }

/**
 * Keeps jobs in the schema `pgboss` of the same PostgreSQL, through the public interface of pg-boss.
 *
 * pg-boss stores, locks, expires and cleans up. Its workers, retries and cron are not used: they
 * know neither a list of delays nor seconds, and a worker polls for every job it may run at a time.
 */
export const createPgBossJobStore = (
  database: Database,
  {
    url,
    timeouts = defaultTimeouts,
    clock,
    leaseMs,
    hint,
    log,
  }: {
    url: string
    timeouts?: DatabaseTimeouts | undefined
    clock: Clock
    leaseMs: number
    hint: Hint
    log?: Log | undefined
  },
): JobStore => {
  const created = new Map<string, Promise<void>>()
  let opening: Promise<Opened> | undefined
  let stopped = false

  const open = async (): Promise<Opened> => {
    if (stopped) throw new Error('The jobs are stopped')
    opening ??= connect().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  const connect = async (): Promise<Opened> => {
    const { boss, fromKysely } = await startPgBoss(url, { leaseMs, timeouts, log })
    const stopListening = await listenForHints(boss.getDb(), hint, log)
    return {
      boss,
      bind: (handle) => fromKysely(handle),
      close: async () => {
        await stopListening()
        await boss.stop({ graceful: false })
      },
    }
  }

  /** A queue is a row of pg-boss, written by the first call that needs it. */
  const openQueue = async (queue: Queue): Promise<Opened> => {
    const opened = await open()
    const known = created.get(queue.name) ?? createPgQueue(opened.boss, queue)
    created.set(queue.name, known)
    await known.catch((error: unknown) => {
      created.delete(queue.name)
      throw error
    })
    return opened
  }

  /** One by one when the batch has a job whose lease was lost. */
  const retryAll = async (queue: Queue, retries: Retry[]): Promise<void> => {
    if (retries.length === 0) return
    const { boss, bind } = await openQueue(queue)
    try {
      await database.transaction((transaction) =>
        retryLater(boss, bind(transaction), { queue, retries, leaseMs }),
      )
    } catch (error) {
      if (!(error instanceof LostLease)) throw error
      for (const retry of retries) await retryAll(queue, [retry])
    }
  }

  return {
    start: async (queues) => {
      for (const queue of queues) await openQueue(queue)
    },
    stop: async () => {
      stopped = true
      const opened = await opening?.catch(() => undefined)
      await opened?.close()
    },
    enqueue: async (transaction, queue, added) => {
      const { boss, bind } = await openQueue(queue)
      const db = bind(transaction)
      const rows = added.map((job) => {
        const id = createOrderedUuid()
        return {
          ...toSendOptions(queue, { ...job, delayMs: toRealMs(clock, job.delayMs), leaseMs }),
          id,
          priority: toPriority(id, false),
          data: toStoredJob({ ...job, id }, 0),
        }
      })
      const ids = (await boss.insert(queue.name, rows, { db, returnId: true })) ?? []
      if (ids.length > 0)
        for (const startAfter of new Set(rows.map((row) => row.startAfter)))
          await notifyOfHint(db, queue.name, startAfter * 1_000)
      return ids
    },
    take: async (queue, count) => {
      const { boss } = await openQueue(queue)
      const jobs = await boss.fetch<object>(queue.name, {
        batchSize: count,
        ...(queue.concurrencyPerKey !== undefined && { groupConcurrency: queue.concurrencyPerKey }),
      })
      return jobs.sort(byId).map(toClaimedJob)
    },
    settle: async (queue, settled) => {
      const { boss, bind } = await openQueue(queue)
      const retries = settled.flatMap(({ job, outcome }) => {
        const retry = toRetry(outcome)
        return retry ? [{ ...retry, job, delayMs: toRealMs(clock, retry.delayMs) }] : []
      })
      const dead = settled.flatMap(({ job, outcome }) =>
        outcome.kind === 'dead' ? [{ job, error: outcome.error }] : [],
      )
      await Promise.all([
        deleteCompleted(boss, queue, settled),
        retryAll(queue, retries),
        ...dead.map((letter) =>
          database.transaction((transaction) =>
            moveToDeadLetters(boss, bind(transaction), queue, letter),
          ),
        ),
      ])
      // This process stays and wakes at the right time. A job that it released is for the others,
      // at once.
      for (const { delayMs } of retries) hint(queue.name, delayMs)
      if (settled.some(({ outcome }) => outcome.kind === 'released'))
        await notifyOfHint(boss.getDb(), queue.name, 0)
    },
    renew: async (queue, jobs) => {
      const { boss } = await openQueue(queue)
      await boss.touch(queue.name, jobs.map(toClaim))
    },
    replayDead: async (queue, id) => {
      const { boss, bind } = await openQueue(queue)
      const dead = await findDead(boss, queue, id)
      if (!dead) return false
      return database.transaction(async (transaction) => {
        const db = bind(transaction)
        const { affected } = changed.parse(await boss.deleteJob(deadQueue(queue), dead.id, { db }))
        if (affected !== 1) return false
        const { data, traceparent } = storedJob.parse(dead.data)
        await boss.send(queue.name, toStoredJob({ id, data: JSON.parse(data), traceparent }, 0), {
          ...toSendOptions(queue, { delayMs: 0, leaseMs, key: dead.groupId }),
          id: renewUuid(id),
          priority: toPriority(id, true),
          db,
        })
        await notifyOfHint(db, queue.name, 0)
        return true
      })
    },
    removeDead: async (queue, id) => {
      const { boss } = await openQueue(queue)
      const dead = await findDead(boss, queue, id)
      return (
        dead !== undefined &&
        changed.parse(await boss.deleteJob(deadQueue(queue), dead.id)).affected === 1
      )
    },
    figures: async (queues) => readPgFigures((await open()).boss, queues),
    importJobs: async (transaction, queue, jobs) => {
      const { boss, bind } = await openQueue(queue)
      await importPgJobs(boss, bind(transaction), { queue, jobs, leaseMs })
    },
    dead: async (queue) => {
      const { boss } = await openQueue(queue)
      const jobs = await boss.findJobs(deadQueue(queue))
      return jobs
        .map((job) => ({
          ...storedJob.parse(job.data),
          id: job.id,
          failedAt: job.createdOn.toISOString(),
        }))
        .sort((one, other) => (one.failedAt < other.failedAt ? -1 : 1))
        .map(({ id, data, error, failedAt }) => ({
          id,
          data: shownJobData(data),
          error: error ?? '',
          failedAt,
        }))
    },
  }
}

/** The order in which they were added: ids are made in order. */
const byId = (one: Job, other: Job): number => (one.id < other.id ? -1 : 1)

const findDead = async (
  boss: PgBoss,
  queue: Queue,
  id: string,
): Promise<JobWithMetadata<unknown> | undefined> =>
  (await boss.findJobs(deadQueue(queue))).find((job) => job.id === id)

/** `undefined` when the job does not run again. */
const toRetry = (outcome: Outcome): { delayMs: number; isCounted: boolean } | undefined => {
  switch (outcome.kind) {
    case 'retry':
      return { delayMs: outcome.delayMs, isCounted: true }
    case 'retry at':
      return { delayMs: outcome.delayMs, isCounted: false }
    case 'released':
      return { delayMs: 0, isCounted: false }
    case 'completed':
    case 'dead':
      return undefined
    default:
      return outcome satisfies never
  }
}
