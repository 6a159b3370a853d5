import type { z } from 'zod'
import type { Handle } from '../database/index.ts'

/** Work that is done later, outside the request that asked for it, and again when it fails. */
export type Jobs = {
  /** Says what a queue runs. Every queue is defined before `start`. */
  define<Data>(queue: string, settings: QueueSettings<Data>, work: Work<Data>): void
  /**
   * Adds a job as part of the caller's transaction: it is gone when that is rolled back, and runs only after the commit.
   *
   * Answers with the job's id, or null when `singletonKey` names a job that waits or runs already.
   */
  enqueue(transaction: Handle, queue: string, data: object, options?: EnqueueOptions): Promise<string | null>
  /** Adds a job at every time the cron expression names (in UTC; five fields, or six with seconds), once over all nodes. One schedule a queue. */
  schedule(queue: string, cron: string, data: object): void
  start(): Promise<void>
  /** Takes no new jobs, waits for the running ones, and after `graceMs` aborts their signal and hands them back for another node. */
  stop(options: { graceMs: number }): Promise<void>
  /** The jobs that were given up, oldest first. */
  dead(queue: string): Promise<DeadJob[]>
}

export type QueueSettings<Data> = {
  /** The wait before each retry, give or take 20 %. As many retries as entries; then the job is dead. */
  retryDelaysSeconds: number[]
  /** Jobs at a time in this process. Default 5. */
  concurrency?: number
  /** An attempt that takes longer is aborted and counts as failed. Default 300. */
  timeoutSeconds?: number
  /** Checks the stored data when the job is taken. A job with other data is dead at once: no retry would mend it. */
  data?: z.ZodType<Data>
}

/** What a job does. It may run more than once: a process can end between doing the work and noting it. */
export type Work<Data> = (data: Data, context: WorkContext) => Promise<void>

export type WorkContext = {
  id: string
  /** 1 for the first. */
  attempt: number
  /** Aborted at the time-out and when the process stops. */
  signal: AbortSignal
}

export type EnqueueOptions = {
  delaySeconds?: number
  /** At most one job with this key waits or runs in the queue. */
  singletonKey?: string
}

export type DeadJob = { id: string; data: unknown; error: string; failedAt: string }
