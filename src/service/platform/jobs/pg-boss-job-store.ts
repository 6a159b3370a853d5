import { z } from 'zod'
import type { Db, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database, Handle } from '../database/index.ts'
import { createUuid } from '../ids.ts'
import type { Log } from '../log.ts'
import { deadRetentionDays, vanished, type Hint, type JobStore, type Outcome, type TakenJob } from './job-store.ts'
import { listenForHints, notifyOfHint } from './pg-hints.ts'
import type { Queue } from './queue.ts'
import { startPgBoss } from './start-pg-boss.ts'

/**
 * The data as text: jsonb would lose the order of keys and refuse NUL.
 * `attempts` counts those before this row was written, for a retry is a new row.
 */
const storedJob = z.object({ data: z.string(), attempts: z.number(), error: z.string().optional() })
type StoredJob = z.infer<typeof storedJob>

const retentionSeconds = deadRetentionDays * 86_400
/** pg-boss allows no shorter one. */
const shortestHeartbeatSeconds = 10

/** What pg-boss answers to a change; its types leave it out. */
const changed = z.object({ affected: z.number() })

type Opened = { boss: PgBoss; bind: (handle: Handle) => Db; close(): Promise<void> }

/**
 * Keeps jobs in pg-boss's tables, in the schema `pgboss` of the same PostgreSQL.
 *
 * pg-boss stores, locks, expires and cleans up; its workers and timers for retries and cron are not used, because they know
 * neither a list of delays nor seconds, and a worker there polls for every job it may run at a time.
 */
export const createPgBossJobStore = (
  database: Database,
  { url, leaseMs, hint, log }: { url: string; leaseMs: number; hint: Hint; log?: Log | undefined },
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
    const { boss, fromKysely } = await startPgBoss(url, { leaseMs, log })
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

  const sendOptions = (queue: Queue, attempts: number, delayMs: number, singletonKey?: string | null) => ({
    // An exclusive queue lets one job a key wait or run, and counts "no key" as a key too.
    singletonKey: singletonKey ?? createUuid(),
    startAfter: delayMs / 1_000,
    retryLimit: Math.max(0, queue.retryDelaysSeconds.length - attempts),
    retryDelay: 0,
    heartbeatSeconds: Math.max(shortestHeartbeatSeconds, Math.ceil(leaseMs / 1_000)),
    // The attempt is ended at its time-out by its own process; this is for one that no longer can.
    expireInSeconds: Math.ceil(queue.timeoutSeconds) + 60,
    retentionSeconds,
    deleteAfterSeconds: 3_600,
    deadLetter: deadQueue(queue),
  })

  const toTakenJob = ({ boss, bind }: Opened, queue: Queue, job: JobWithMetadata): TakenJob => {
    const stored = storedJob.parse(job.data)
    const attempt = stored.attempts + job.retryCount + 1

    /** In one transaction, and only while the job is ours. */
    const replace = (write: (db: Db) => Promise<unknown>) =>
      database.transaction(async (transaction) => {
        const db = bind(transaction)
        const { affected } = changed.parse(await boss.deleteJob(queue.name, job, { db }))
        if (affected === 1) await write(db)
      })

    const waitAgain = (attempts: number, delayMs: number) =>
      replace(async (db) => {
        const next: StoredJob = { data: stored.data, attempts }
        const options = sendOptions(queue, attempts, delayMs, job.singletonKey)
        await boss.send(queue.name, next, { ...options, id: job.id, db })
        await notifyOfHint(db, queue.name, delayMs)
      })

    const settle = async (outcome: Outcome): Promise<void> => {
      switch (outcome.kind) {
        case 'completed':
          await boss.deleteJob(queue.name, job)
          return
        case 'retry':
          return waitAgain(attempt, outcome.delayMs)
        case 'handed back':
          return waitAgain(attempt - 1, 0)
        case 'dead': {
          const dead: StoredJob = { data: stored.data, attempts: attempt, error: outcome.error }
          return replace((db) => boss.send(deadQueue(queue), dead, { id: job.id, retentionSeconds, db }))
        }
        default:
          outcome satisfies never
      }
    }

    return { id: job.id, data: JSON.parse(stored.data), attempt, renew: async () => void (await boss.touch(queue.name, job)), settle }
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
    enqueue: async (transaction, queue, data, { delayMs, singletonKey }) => {
      const { boss, bind } = await openQueue(queue)
      const db = bind(transaction)
      const stored: StoredJob = { data: JSON.stringify(data), attempts: 0 }
      const id = await boss.send(queue.name, stored, { ...sendOptions(queue, 0, delayMs, singletonKey), db })
      if (id) await notifyOfHint(db, queue.name, delayMs)
      return id
    },
    take: async (queue, count) => {
      const opened = await openQueue(queue)
      const jobs = await opened.boss.fetch<object>(queue.name, { batchSize: count, includeMetadata: true })
      return jobs.map((job) => toTakenJob(opened, queue, job))
    },
    dead: async (queue) => {
      const { boss } = await openQueue(queue)
      const jobs = await boss.findJobs(deadQueue(queue))
      return jobs
        .map((job) => ({ ...storedJob.parse(job.data), id: job.sourceId ?? job.id, failedAt: job.createdOn.toISOString() }))
        .sort((one, other) => (one.failedAt < other.failedAt ? -1 : 1))
        .map(({ id, data, error, failedAt }) => ({ id, data: JSON.parse(data), error: error ?? vanished, failedAt }))
    },
  }
}

const deadQueue = (queue: Queue): string => `${queue.name}/dead`

const createQueue = async (boss: PgBoss, queue: Queue): Promise<void> => {
  await boss.createQueue(deadQueue(queue))
  await boss.createQueue(queue.name, { policy: 'exclusive' })
}
