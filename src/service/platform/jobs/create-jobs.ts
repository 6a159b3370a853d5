import type { Clock } from '../clock.ts'
import type { Database, DatabaseTimeouts, Handle } from '../database/index.ts'
import type { Log } from '../log.ts'
import { noTracing, type Tracing } from '../tracing/index.ts'
import type { Hint, JobStore } from './job-store.ts'
import type { Jobs, NewJob } from './jobs.ts'
import { importToQueues } from './import-to-queues.ts'
import { createPgBossJobStore } from './pg-boss-job-store.ts'
import { toQueue, type Queue } from './queue.ts'
import { createSchedules } from './schedules.ts'
import { createSqliteJobStore } from './sqlite-job-store.ts'
import { createWorker, type Worker } from './worker.ts'
import { workInSpan } from './work-in-span.ts'

export type JobsOptions = {
  clock: Clock
  log?: Log
  tracing?: Tracing
  /** Needed on PostgreSQL: jobs have their own connections to it. */
  postgresUrl?: string
  postgresTimeouts?: DatabaseTimeouts | undefined
  random?: () => number
  /** How often a queue is polled when no notification came. Default 5. */
  pollSeconds?: number
  /** How long a job stays with a process that stopped renewing its lease. Default 30. */
  leaseSeconds?: number
}

/**
 * Runs background work on the service's database: on SQLite in a table of the same file, on
 * PostgreSQL with pg-boss.
 *
 * @example
 * const jobs = createJobs(database, { clock: systemClock, log })
 * jobs.define('mail.send', { retryDelaysSeconds: [5, 300], data: z.object({ to: z.string() }) }, async ({ to }, { signal }) => send(to, signal))
 * await jobs.start()
 * await database.transaction((transaction) => jobs.enqueue(transaction, 'mail.send', { to: 'ada@example.com' }))
 * await jobs.stop({ graceMs: 10_000 })
 */
export const createJobs = (database: Database, options: JobsOptions): Jobs => {
  const {
    clock,
    log,
    tracing = noTracing,
    random = Math.random,
    pollSeconds = 5,
    leaseSeconds = 30,
  } = options
  const leaseMs = leaseSeconds * 1_000
  const queues = new Map<string, Queue>()
  const workers = new Map<string, Worker>()
  const store = createStore(database, options, leaseMs, (queue, delayMs) =>
    workers.get(queue)?.hint(delayMs),
  )
  let started = false

  const queueNamed = (name: string): Queue => {
    const queue = queues.get(name)
    if (!queue) throw new Error(`No queue is named "${name}": define it before it is used`)
    return queue
  }

  const enqueueAll = (transaction: Handle, name: string, added: NewJob[]): Promise<string[]> =>
    store.enqueue(
      transaction,
      queueNamed(name),
      added.map(({ data, delaySeconds = 0, singletonKey, key, trace }) => ({
        data,
        delayMs: Math.round(delaySeconds * 1_000),
        singletonKey,
        key,
        traceparent: trace?.traceparent,
      })),
    )

  const enqueue: Jobs['enqueue'] = async (transaction, name, data, settings = {}) =>
    (await enqueueAll(transaction, name, [{ ...settings, data }]))[0] ?? null

  const schedules = createSchedules(database, enqueue, { clock, log })

  return {
    define: (name, settings, work) => {
      if (started)
        throw new Error(
          `The queue "${name}" is defined too late: define queues before jobs are started`,
        )
      if (queues.has(name)) throw new Error(`The queue "${name}" is already defined`)
      const noted: typeof work = async (data, context) => {
        const outcome = await work(data, context)
        if (outcome !== 'skipped' && schedules.has(name)) await schedules.noteSuccess(name)
        return outcome
      }
      queues.set(name, toQueue(name, settings, workInSpan(tracing, name, noted)))
    },
    enqueue,
    enqueueAll: async (transaction, name, added) => {
      if (added.length > 0) await enqueueAll(transaction, name, added)
    },
    schedule: (name, cron, data) => schedules.add(queueNamed(name).name, cron, data),
    start: async () => {
      if (started) return
      started = true
      await store.start([...queues.values()])
      for (const queue of queues.values())
        workers.set(
          queue.name,
          createWorker(store, queue, { pollMs: pollSeconds * 1_000, leaseMs, random, log }),
        )
      for (const worker of workers.values()) worker.start()
      await schedules.start()
    },
    stop: async ({ graceMs }) => {
      await schedules.stop()
      await Promise.all([...workers.values()].map((worker) => worker.stop(graceMs)))
      await store.stop()
    },
    dead: async (name) => store.dead(queueNamed(name)),
    replayDead: async (name, id) => store.replayDead(queueNamed(name), id),
    removeDead: async (name, id) => store.removeDead(queueNamed(name), id),
    figures: () => store.figures([...queues.values()]),
    successes: schedules.successes,
    ...(store.exportJobs && { exportJobs: store.exportJobs }),
    ...(store.importJobs && { importJobs: importToQueues(queues, store.importJobs) }),
  }
}

const createStore = (
  database: Database,
  { clock, log, postgresUrl, postgresTimeouts }: JobsOptions,
  leaseMs: number,
  hint: Hint,
): JobStore => {
  if (database.engine === 'sqlite')
    return createSqliteJobStore(database, { clock, leaseMs, hint, log })
  if (!postgresUrl) throw new Error('Jobs on PostgreSQL need its URL (postgresUrl)')
  return createPgBossJobStore(database, {
    url: postgresUrl,
    timeouts: postgresTimeouts,
    clock,
    leaseMs,
    hint,
    log,
  })
}
