import type { Db, Job, JobWithMetadata, PgBoss } from 'pg-boss'
import {
  defaultTimeouts,
  type Database,
  type DatabaseTimeouts,
  type Handle,
} from '../database/index.ts'
import { toRealMs, type Clock } from '../clock.ts'
import { createOrderedUuid, createUuid } from '../ids.ts'
import type { Log } from '../log.ts'
import { vanished, type Hint, type JobStore } from './job-store.ts'
import { listenForHints, notifyOfHint } from './pg-hints.ts'
import { readPgFigures } from './pg-figures.ts'
import { bury, changed, forgetCompleted, retentionSeconds, waitAgain } from './pg-settle.ts'
import { storedJob, toClaim, toTakenJob, type StoredJob } from './pg-stored-job.ts'
import { takeAlongIndex } from './pg-take.ts'
import type { Queue } from './queue.ts'
import { startPgBoss } from './start-pg-boss.ts'

/** pg-boss allows no shorter one. */
const shortestHeartbeatSeconds = 10

type Opened = { boss: PgBoss; bind: (handle: Handle) => Db; close(): Promise<void> }

/**
 * Keeps jobs in pg-boss's tables, in the schema `pgboss` of the same PostgreSQL.
 *
 * pg-boss stores, locks, expires and cleans up; its workers and timers for retries and cron are not
 * used, because they know neither a list of delays nor seconds, and a worker there polls for every
 * job it may run at a time.
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

  /** Queues are rows of pg-boss, written once by whoever needs them first. */
  const openQueue = async (queue: Queue): Promise<Opened> => {
    const opened = await open()
    const known = created.get(queue.name) ?? createQueue(opened.boss, queue)
    created.set(queue.name, known)
    await known.catch((error: unknown) => {
      created.delete(queue.name)
      throw error
    })
    return opened
  }

  const sendOptions = (
    queue: Queue,
    {
      delayMs,
      singletonKey,
      key,
    }: {
      delayMs: number
      singletonKey?: string | null | undefined
      key?: string | null | undefined
    },
  ) => ({
    // An exclusive queue lets one job a key wait or run, and counts "no key" as a key too.
    singletonKey: singletonKey ?? createUuid(),
    ...(typeof key === 'string' && { group: { id: key } }),
    startAfter: Math.round(delayMs) / 1_000,
    retryLimit: queue.retryDelaysSeconds.length,
    retryDelay: 0,
    heartbeatSeconds: Math.max(shortestHeartbeatSeconds, Math.ceil(leaseMs / 1_000)),
    // The attempt is ended at its time-out by its own process; this is for one that no longer can.
    expireInSeconds: Math.ceil(queue.timeoutSeconds) + 60,
    retentionSeconds,
    deleteAfterSeconds: 3_600,
    deadLetter: deadQueue(queue),
  })

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
      const rows = added.map(({ data, delayMs, singletonKey, key, traceparent }) => {
        const stored: StoredJob = {
          data: JSON.stringify(data),
          attempts: 0,
          ...(traceparent !== undefined && { traceparent }),
        }
        return {
          ...sendOptions(queue, { delayMs: toRealMs(clock, delayMs), singletonKey, key }),
          id: createOrderedUuid(),
          data: stored,
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
      const jobs = await takeAlongIndex(boss, queue, count)
      return jobs.sort(inOrder).map(toTakenJob)
    },
    settle: async (queue, settled) => {
      const { boss, bind } = await openQueue(queue)
      const buried = settled.flatMap(({ job, outcome }) =>
        outcome.kind === 'dead'
          ? { queue: queue.name, deadQueue: deadQueue(queue), job, error: outcome.error }
          : [],
      )
      await Promise.all([
        forgetCompleted(boss, queue.name, settled),
        waitAgain(boss.getDb(), queue.name, settled, (ms) => toRealMs(clock, ms)),
        ...buried.map((job) =>
          database.transaction((transaction) => bury(boss, bind(transaction), job)),
        ),
      ])
      // A process that stays looks for its own at the right time; from one that stops others take
      // over at once.
      for (const { outcome } of settled)
        if ('delayMs' in outcome) hint(queue.name, toRealMs(clock, outcome.delayMs))
      if (settled.some(({ outcome }) => outcome.kind === 'handed back'))
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
        const stored: StoredJob = {
          data,
          attempts: 0,
          ...(traceparent !== undefined && { traceparent }),
        }
        await boss.send(queue.name, stored, {
          ...sendOptions(queue, { delayMs: 0, key: dead.groupId }),
          id,
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
    figures: async (queues) => readPgFigures((await open()).boss.getDb(), queues, deadQueue),
    dead: async (queue) => {
      const { boss } = await openQueue(queue)
      const jobs = await boss.findJobs(deadQueue(queue))
      return jobs
        .map((job) => ({
          ...storedJob.parse(job.data),
          id: job.sourceId ?? job.id,
          failedAt: job.createdOn.toISOString(),
        }))
        .sort((one, other) => (one.failedAt < other.failedAt ? -1 : 1))
        .map(({ id, data, error, failedAt }) => ({
          id,
          data: JSON.parse(data),
          error: error ?? vanished,
          failedAt,
        }))
    },
  }
}

/** As they were added: ids are made in order. */
const inOrder = (one: Job, other: Job): number => (one.id < other.id ? -1 : 1)

/** One that its process gave up has the id it always had; one that pg-boss gave up names it. */
const findDead = async (
  boss: PgBoss,
  queue: Queue,
  id: string,
): Promise<JobWithMetadata<unknown> | undefined> =>
  (await boss.findJobs(deadQueue(queue))).find((job) => (job.sourceId ?? job.id) === id)

const deadQueue = (queue: Queue): string => `${queue.name}/dead`

const createQueue = async (boss: PgBoss, queue: Queue): Promise<void> => {
  await boss.createQueue(deadQueue(queue))
  await boss.createQueue(queue.name, { policy: 'exclusive' })
}
