import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { createBatcher } from '../batcher.ts'
import type { Log } from '../log.ts'
import { createAlarm } from './alarm.ts'
import type { JobStore, Outcome, Settled, TakenJob } from './job-store.ts'
import type { Queue } from './queue.ts'
import { runAttempt, stopReason } from './run-attempt.ts'

/** Takes the jobs of one queue and runs them, a bounded number at a time. */
export type Worker = {
  start(): void
  /** There will be something to take in so many milliseconds. */
  hint(delayMs: number): void
  stop(graceMs: number): Promise<void>
}

export type WorkerSettings = {
  pollMs: number
  leaseMs: number
  random: () => number
  log?: Log | undefined
}

type Running = {
  job: TakenJob
  controller: AbortController
  ended: Promise<void>
  abandoned: boolean
}

/** How long work may take to notice that its signal was aborted. */
const abortMs = 500
/**
 * Before each further try to note an outcome: a database that restarts is back after some seconds.
 */
const settlePausesMs = [200, 1_000, 5_000]
/** Jobs that end within this time are noted together, and their places filled by one taking. */
const gatherMs = 20
const gatherEnough = 100

export const createWorker = (
  store: JobStore,
  queue: Queue,
  { pollMs, leaseMs, random, log }: WorkerSettings,
): Worker => {
  const alarm = createAlarm()
  const note = createBatcher<Settled>((settled) => store.settle(queue, settled), undefined, {
    forMs: gatherMs,
    enough: gatherEnough,
    expected: () => working,
  })
  const running = new Set<Running>()
  let working = 0
  const stopping = new AbortController()
  let loop: Promise<void> = Promise.resolve()
  let renewal: NodeJS.Timeout | undefined

  const takeUntilStopped = async () => {
    while (!stopping.signal.aborted) {
      // Jobs end together, being noted together: all their places are filled by one taking.
      await turn()
      const taken = await take()
      if (taken.length === 0 || running.size >= queue.concurrency) await alarm.wait(pollMs)
    }
  }

  const take = async (): Promise<TakenJob[]> => {
    const free = queue.concurrency - running.size
    if (free <= 0) return []
    try {
      const taken = await store.take(queue, free)
      for (const job of taken) run(job)
      return taken
    } catch (error) {
      log?.error({ queue: queue.name, err: error }, 'Jobs could not be taken')
      return []
    }
  }

  const run = (job: TakenJob) => {
    const entry: Running = {
      job,
      controller: new AbortController(),
      ended: Promise.resolve(),
      abandoned: false,
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
      ? { kind: 'handed back' }
      : await runAttempt(queue, job, controller, random)
    working -= 1
    if (entry.abandoned) return
    report(job, outcome)
    await settle(entry, outcome)
  }

  const report = (job: TakenJob, outcome: Outcome) => {
    const about = { queue: queue.name, job: job.id, attempt: job.attempt }
    if (outcome.kind === 'retry' || outcome.kind === 'retry at')
      log?.warn(
        { ...about, error: outcome.error, delayMs: outcome.delayMs },
        'A job failed and will be tried again',
      )
    if (outcome.kind === 'dead')
      log?.error({ ...about, error: outcome.error }, 'A job failed for the last time')
  }

  const settle = async (entry: Running, outcome: Outcome) => {
    for (const pauseMs of [...settlePausesMs, 0]) {
      try {
        return await note({ job: entry.job, outcome })
      } catch (error) {
        log?.error(
          { queue: queue.name, job: entry.job.id, outcome: outcome.kind, err: error },
          'The outcome of a job could not be noted',
        )
      }
      await sleep(pauseMs)
      if (entry.abandoned) return
    }
  }

  const renew = async () => {
    const jobs = [...running].map(({ job }) => job)
    if (jobs.length > 0)
      await store
        .renew(queue, jobs)
        .catch((error: unknown) =>
          log?.error({ queue: queue.name, err: error }, 'The running jobs could not be renewed'),
        )
  }

  const handBack = async (entry: Running) => {
    entry.abandoned = true
    try {
      await note({ job: entry.job, outcome: { kind: 'handed back' } })
    } catch (error) {
      log?.error(
        { queue: queue.name, job: entry.job.id, err: error },
        'A job could not be handed back: it runs again when its lease ends',
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
      await Promise.all([...running].map(handBack))
      clearInterval(renewal)
      alarm.clear()
    },
  }
}

const atMost = async (ms: number, promise: Promise<unknown>): Promise<void> => {
  const given = new AbortController()
  await Promise.race([promise, sleep(ms, undefined, { signal: given.signal }).catch(() => {})])
  given.abort()
}
