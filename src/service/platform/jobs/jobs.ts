import type { z } from 'zod'
import type { Handle } from '../database/index.ts'
import type { TraceContext } from '../trace-context.ts'
import type { OpenSpan } from '../tracing/index.ts'

/** Work that is done later, outside the request that asked for it, and again when it fails. */
export type Jobs = {
  /** Says what a queue runs. Every queue is defined before `start`. */
  define<Data>(queue: string, settings: QueueSettings<Data>, work: Work<Data>): void
  /**
   * Adds a job as part of the caller's transaction: it is gone when that is rolled back, and runs
   * only after the commit.
   *
   * Answers with the job's id, or null when `singletonKey` names a job that waits or runs already.
   */
  enqueue(
    transaction: Handle,
    queue: string,
    data: object,
    options?: EnqueueOptions,
  ): Promise<string | null>
  /**
   * Adds many jobs to one queue in one statement; they are taken in this order. Those whose
   * `singletonKey` is there already are left out.
   */
  enqueueAll(transaction: Handle, queue: string, jobs: NewJob[]): Promise<void>
  /**
   * Adds a job at every time the cron expression names (in UTC; five fields, or six with seconds),
   * once over all nodes. One schedule a queue.
   */
  schedule(queue: string, cron: string, data: object): void
  start(): Promise<void>
  /**
   * Takes no new jobs, waits for the running ones, and after `graceMs` aborts their signal and
   * hands them back for another node.
   */
  stop(options: { graceMs: number }): Promise<void>
  /** The jobs that were given up, oldest first, at most 1,000. They are kept for 30 days. */
  dead(queue: string): Promise<DeadJob[]>
  /** Has a dead job run again, with all its attempts. Answers false when no such job is dead. */
  replayDead(queue: string, id: string): Promise<boolean>
  /** Forgets a dead job. Answers false when no such job is dead. */
  removeDead(queue: string, id: string): Promise<boolean>
  /** How full each queue is, over all nodes. */
  figures(): Promise<QueueFigures[]>
}

export type QueueSettings<Data> = {
  /**
   * The wait before each retry, give or take 20 %. As many retries as entries; then the job is
   * dead.
   */
  retryDelaysSeconds: number[]
  /** Jobs at a time in this process. Default 5. */
  concurrency?: number
  /**
   * Jobs with the same `key` at a time, over all nodes. What waits for its key holds up no job of
   * another. Default: no bound.
   */
  concurrencyPerKey?: number
  /** An attempt that takes longer is aborted and counts as failed. Default 300. */
  timeoutSeconds?: number
  /**
   * Checks the stored data when the job is taken. A job with other data is dead at once: no retry
   * would mend it.
   */
  data?: z.ZodType<Data>
}

/**
 * What a job does. It may run more than once: a process can end between doing the work and noting
 * it.
 */
export type Work<Data> = (data: Data, context: WorkContext) => Promise<void>

export type WorkContext = {
  id: string
  /** 1 for the first. */
  attempt: number
  /** Aborted at the time-out and when the process stops. */
  signal: AbortSignal
  /**
   * The trace that whatever the work calls or adds is told; where no spans are collected, the one
   * that the job was added in.
   */
  trace: TraceContext | undefined
  /** Of this attempt. */
  span: OpenSpan
}

export type EnqueueOptions = {
  delaySeconds?: number
  /** At most one job with this key waits or runs in the queue. */
  singletonKey?: string
  /**
   * Whose job it is, where the queue has a `concurrencyPerKey`: one slow customer then never takes
   * the places of all.
   */
  key?: string
  /** What the job goes on with; of it the `traceparent` is kept. */
  trace?: TraceContext | undefined
}

export type NewJob = EnqueueOptions & { data: object }

export type QueueFigures = {
  queue: string
  /** Jobs whose time has come. */
  due: number
  /** Jobs that wait for their time. */
  delayed: number
  running: number
  dead: number
  /** How long the oldest due job has been due; 0 when there is none. */
  oldestDueSeconds: number
}

export type DeadJob = { id: string; data: unknown; error: string; failedAt: string }
