import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { createBatcher } from '../batcher.ts'
import { logRepeated } from '../log-repeated.ts'
import type { Log } from '../log.ts'
import { createAlarm } from './alarm.ts'
import type { JobStore, Outcome, Settled, ClaimedJob } from './job-store.ts'
import type { Queue } from './queue.ts'
import { runAttempt, stopReason } from './run-attempt.ts'

/** Fetches the jobs of one queue and runs them with bounded concurrency. */
export type Worker = {
  start(): void
  /** A job will be due in so many milliseconds. */
  hint(delayMs: number): void
  stop(graceMs: number): Promise<void>
}

type WorkerSettings = {
  pollMs: number
  leaseMs: number
  random: () => number
  log?: Log | undefined
}

type Running = {
  job: ClaimedJob
  controller: AbortController
  ended: Promise<void>
  isReleased: boolean
}

/** How long work may take to react to its aborted signal. */
const abortMs = 500
/** Backoff for recording an outcome: a database that restarts is back after some seconds. */
const settlePausesMs = [200, 1_000, 5_000]
/** Jobs that end within this time are settled in one batch, and the next ones fetched in one. */
const batchMs = 20
const batchSize = 100

export const createWorker = (
  store: JobStore,
  queue: Queue,
  { pollMs, leaseMs, random, log }: WorkerSettings,
): Worker => {
  const alarm = createAlarm()
  const settleInBatch = createBatcher<Settled>(
    (settled) => store.settle(queue, settled),
    undefined,
    {
      maxDelayMs: batchMs,
      batchSize,
      expected: () => working,
    },
  )
  const running = new Set<Running>()
  let working = 0
  const stopping = new AbortController()
  let loop: Promise<void> = Promise.resolve()
  let renewal: NodeJS.Timeout | undefined

  const takeUntilStopped = async () => {
    while (!stopping.signal.aborted) {
      // Jobs are settled in batches, so they also end together: one fetch replaces all of them.
      await turn()
      const taken = await take()
      if (taken.length === 0 || running.size >= queue.concurrency) await alarm.wait(pollMs)
    }
  }

  const take = async (): Promise<ClaimedJob[]> => {
    const free = queue.concurrency - running.size
    if (free <= 0) return []
    try {
      const held = [...running].map(({ job }) => job.id)
      const taken = await store.take(queue, free, held)
      for (const job of taken) run(job)
      return taken
    } catch (error) {
      logRepeated(log, { queue: queue.name, err: error }, 'Jobs could not be fetched')
      return []
    }
  }

  const run = (job: ClaimedJob) => {
    const entry: Running = {
      job,
      controller: new AbortController(),
      ended: Promise.resolve(),
      isReleased: false,
    }
    running.add(entry)
    entry.ended = attempt(entry).finally(() => {
      running.delete(entry)
      alarm.ring(0)
    })
  }

  const attempt = async (entry: Running) => {
    const { job, controller } = entry
    working += 1
    const outcome: Outcome = stopping.signal.aborted
      ? { kind: 'released' }
      : await runAttempt(queue, job, controller, random)
    working -= 1
    if (entry.isReleased) return
    report(job, outcome)
    await settle(entry, outcome)
  }

  const report = (job: ClaimedJob, outcome: Outcome) => {
    const about = { queue: queue.name, job: job.id, attempt: job.attempt }
    if (outcome.kind === 'retry' || outcome.kind === 'retry at')
      log?.warn(
        { ...about, error: outcome.error, delayMs: outcome.delayMs },
        'A job failed and will be retried',
      )
    if (outcome.kind === 'dead')
      log?.error({ ...about, error: outcome.error }, 'A job failed for the last time')
  }

  const settle = async (entry: Running, outcome: Outcome) => {
    for (const pauseMs of [...settlePausesMs, 0]) {
      try {
        return await settleInBatch({ job: entry.job, outcome })
      } catch (error) {
        log?.error(
          { queue: queue.name, job: entry.job.id, outcome: outcome.kind, err: error },
          'The outcome of a job could not be recorded',
        )
      }
      await sleep(pauseMs)
      if (entry.isReleased) return
    }
  }

  const renew = async () => {
    const jobs = [...running].map(({ job }) => job)
    if (jobs.length > 0)
      await store
        .renew(queue, jobs)
        .catch((error: unknown) =>
          log?.error(
            { queue: queue.name, err: error },
            'The leases of the running jobs could not be renewed',
          ),
        )
  }

  const release = async (entry: Running) => {
    entry.isReleased = true
    try {
      await settleInBatch({ job: entry.job, outcome: { kind: 'released' } })
    } catch (error) {
      log?.error(
        { queue: queue.name, job: entry.job.id, err: error },
        'A job could not be released: it runs again when its lease expires',
      )
    }
  }

  const ended = () => Promise.all([loop, ...[...running].map((entry) => entry.ended)])

  return {
    start: () => {
      loop = takeUntilStopped()
      renewal = setInterval(() => void renew(), leaseMs / 3)
    },
    hint: (delayMs) => alarm.ring(delayMs),
    stop: async (graceMs) => {
      stopping.abort()
      alarm.ring(0)
      await atMost(graceMs, ended())
      for (const { controller } of running) controller.abort(stopReason)
      await atMost(abortMs, ended())
      await Promise.all([...running].map(release))
      clearInterval(renewal)
      alarm.clear()
    },
  }
}

const atMost = async (ms: number, promise: Promise<unknown>): Promise<void> => {
  const timer = new AbortController()
  await Promise.race([promise, sleep(ms, undefined, { signal: timer.signal }).catch(() => {})])
  timer.abort()
}
