import type { z } from 'zod'
import type { Handle } from '../database/index.ts'
import type { TraceContext } from '../trace-context.ts'
import type { OpenSpan } from '../tracing/index.ts'
import type { MovedJob } from './moved-job.ts'

/** Work that runs later, outside the request that added it, and is retried when it fails. */
export type Jobs = {
  /** Defines a queue and its work. Every queue is defined before `start`. */
  define<Data>(queue: string, settings: QueueSettings<Data>, work: Work<Data>): void
  /**
   * Adds a job as part of the caller's transaction: it disappears with a rollback, and runs only
   * after the commit.
   *
   * Returns the job's id, or null when a job with this `singletonKey` already waits or runs.
   */
  enqueue(
    transaction: Handle,
    queue: string,
    data: object,
    options?: EnqueueOptions,
  ): Promise<string | null>
  /**
   * Adds many jobs to one queue in one statement; they run in this order. Jobs whose `singletonKey`
   * is taken are skipped.
   */
  enqueueAll(transaction: Handle, queue: string, jobs: NewJob[]): Promise<void>
  /**
   * Adds a job at every time of the cron expression (in UTC; five fields, or six with seconds), once
   * over all nodes. A queue has one schedule.
   */
  schedule(queue: string, cron: string, data: object): void
  start(): Promise<void>
  /**
   * Takes no new jobs, waits for the running ones, and after `graceMs` aborts their signal and
   * releases them to other nodes.
   */
  stop(options: { graceMs: number }): Promise<void>
  /** The dead letters of a queue, oldest first, at most 1,000. They are kept for 30 days. */
  dead(queue: string): Promise<DeadJob[]>
  /** Runs a dead job again, with all its attempts. Returns false when no such job is dead. */
  replayDead(queue: string, id: string): Promise<boolean>
  /** Deletes a dead job. Returns false when no such job is dead. */
  removeDead(queue: string, id: string): Promise<boolean>
  /**
   * How full each queue is, over all nodes. On PostgreSQL the counts are up to a third of a lease
   * old.
   */
  figures(): Promise<QueueFigures[]>
  /** When a job of each schedule last succeeded, on any node; null: never. */
  successes(): Promise<{ queue: string; succeededAt: Date | null }[]>
  /** All jobs after a position, in the order they were added; undefined on PostgreSQL. */
  exportJobs?: (after: number, limit: number) => Promise<MovedJob[]>
  /**
   * Adds jobs of another database with the attempts they had, in the caller's transaction; says of
   * each whether its queue exists. Undefined on SQLite.
   */
  importJobs?: (
    transaction: Handle,
    jobs: readonly MovedJob[],
  ) => Promise<(job: MovedJob) => boolean>
}

export type QueueSettings<Data> = {
  /**
   * The delay before each retry, with 20 % jitter. There are as many retries as entries; then the
   * job is dead.
   */
  retryDelaysSeconds: number[]
  /** Jobs that this process runs at a time. Default 5. */
  concurrency?: number
  /**
   * Jobs with the same `key` that run at a time, over all nodes. A job that waits for its key does
   * not delay jobs of other keys. Default: unlimited.
   */
  concurrencyPerKey?: number
  /** An attempt that takes longer is aborted and fails. Default 300. */
  timeoutSeconds?: number
  /**
   * Validates the stored data when the job runs. A job with invalid data is dead at once: no retry
   * would repair it.
   */
  data?: z.ZodType<Data>
}

/**
 * What a job does. It may run more than once: a process can end between doing the work and
 * recording it.
 */
/** `skipped`: it did nothing this time, which is no success of its schedule. */
export type Work<Data> = (data: Data, context: WorkContext) => Promise<void | 'skipped'>

export type WorkContext = {
  id: string
  /** 1 for the first attempt. */
  attempt: number
  /** Aborted at the time-out and when the process stops. */
  signal: AbortSignal
  /**
   * The trace to pass to whatever the work calls or adds; when no spans are collected, the trace
   * that the job was added in.
   */
  trace: TraceContext | undefined
  /** The span of this attempt. */
  span: OpenSpan
}

export type EnqueueOptions = {
  delaySeconds?: number
  /** At most one job with this key waits or runs in the queue. */
  singletonKey?: string
  /**
   * What `concurrencyPerKey` counts by: with a key for each customer, a slow one never uses up the
   * concurrency of the queue.
   */
  key?: string
  /** The trace that the job continues; only its `traceparent` is kept. */
  trace?: TraceContext | undefined
}

export type NewJob = EnqueueOptions & { data: object }

export type QueueFigures = {
  queue: string
  /** Jobs that could run now. */
  due: number
  /** Jobs that wait for their start time. */
  delayed: number
  running: number
  dead: number
  /** How long the oldest due job has been due; 0 without one. */
  oldestDueSeconds: number
}

export type DeadJob = { id: string; data: unknown; error: string; failedAt: string }
