import type { Handle } from '../database/index.ts'
import type { DeadJob, QueueFigures } from './jobs.ts'
import type { MovedJob } from './moved-job.ts'
import type { Queue } from './queue.ts'

/**
 * What an engine does: keep jobs, and lease each to one worker at a time. Everything else about jobs
 * is the same on both engines.
 */
export type JobStore = {
  start(queues: Queue[]): Promise<void>
  stop(): Promise<void>
  /** Returns the ids of the jobs that were added. */
  enqueue(transaction: Handle, queue: Queue, jobs: StoredNewJob[]): Promise<string[]>
  /**
   * Leases due jobs to this process, as far as possible in the order they were added. `held`: the ids
   * of those that it is running.
   */
  take(queue: Queue, count: number, held: readonly string[]): Promise<ClaimedJob[]>
  /**
   * Records the outcomes of a batch. Completed jobs are deleted. Jobs whose lease went to another
   * process stay as they are.
   */
  settle(queue: Queue, settled: Settled[]): Promise<void>
  /** Extends the leases of these jobs. */
  renew(queue: Queue, jobs: ClaimedJob[]): Promise<void>
  dead(queue: Queue): Promise<DeadJob[]>
  replayDead(queue: Queue, id: string): Promise<boolean>
  removeDead(queue: Queue, id: string): Promise<boolean>
  figures(queues: Queue[]): Promise<QueueFigures[]>
  /** On SQLite: all jobs after a position. */
  exportJobs?(after: number, limit: number): Promise<MovedJob[]>
  /** On PostgreSQL: adds jobs of another database to a queue. */
  importJobs?(transaction: Handle, queue: Queue, jobs: MovedJob[]): Promise<void>
}

export type StoredNewJob = {
  data: object
  delayMs: number
  singletonKey?: string | undefined
  key?: string | undefined
  traceparent?: string | undefined
}

/** A job that is leased to this process until it is settled or the lease expires. */
export type ClaimedJob = {
  id: string
  data: unknown
  attempt: number
  traceparent?: string | null | undefined
  key: string | null
  singletonKey?: string | undefined
  /** Identifies this lease of the job. */
  claim: string
}

export type Settled = { job: ClaimedJob; outcome: Outcome }

export type Outcome =
  | { kind: 'completed' }
  | { kind: 'retry'; delayMs: number; error: string }
  /** After a delay that the work chose; not counted as an attempt. */
  | { kind: 'retry at'; delayMs: number; error: string }
  | { kind: 'dead'; error: string }
  /** For another process to run, at once; not counted as an attempt. */
  | { kind: 'released' }

/** Announces that a queue will have a due job in so many milliseconds. */
export type Hint = (queue: string, delayMs: number) => void

export const deadRetentionDays = 30

/** The error of a job whose process ended before it recorded an outcome. */
export const processEnded = 'The process that ran the job ended before the job was finished'

export const emptyQueue = (queue: string): QueueFigures => ({
  queue,
  due: 0,
  delayed: 0,
  running: 0,
  dead: 0,
  oldestDueSeconds: 0,
})
