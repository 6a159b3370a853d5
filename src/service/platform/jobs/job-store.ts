import type { Handle } from '../database/index.ts'
import type { DeadJob, QueueFigures } from './jobs.ts'
import type { Queue } from './queue.ts'

/**
 * What an engine does: keep jobs, and give each to one taker at a time. Everything else about jobs
 * is the same on both engines.
 */
export type JobStore = {
  start(queues: Queue[]): Promise<void>
  stop(): Promise<void>
  /** Answers with the ids of those that were added. */
  enqueue(transaction: Handle, queue: Queue, jobs: StoredNewJob[]): Promise<string[]>
  /** In the order they were added, as far as it can be told. */
  take(queue: Queue, count: number): Promise<TakenJob[]>
  /**
   * Notes what became of jobs, all in one write: those that are done are forgotten. Those that are
   * no longer ours stay as they are.
   */
  settle(queue: Queue, settled: Settled[]): Promise<void>
  /** Says that this process is at these jobs still. */
  renew(queue: Queue, jobs: TakenJob[]): Promise<void>
  dead(queue: Queue): Promise<DeadJob[]>
  replayDead(queue: Queue, id: string): Promise<boolean>
  removeDead(queue: Queue, id: string): Promise<boolean>
  figures(queues: Queue[]): Promise<QueueFigures[]>
}

export type StoredNewJob = {
  data: object
  delayMs: number
  singletonKey?: string | undefined
  key?: string | undefined
  traceparent?: string | undefined
}

/**
 * A job in this process's hands until it is settled, or until nobody renewed it for the time of the
 * lease.
 */
export type TakenJob = {
  id: string
  data: unknown
  attempt: number
  traceparent?: string | null | undefined
  key: string | null
  /** Tells this taking of the job from others. */
  taking: string
}

export type Settled = { job: TakenJob; outcome: Outcome }

export type Outcome =
  | { kind: 'completed' }
  | { kind: 'retry'; delayMs: number; error: string }
  /** At a time the work named; not counted as an attempt. */
  | { kind: 'retry at'; delayMs: number; error: string }
  | { kind: 'dead'; error: string }
  /** Not done and not counted as an attempt. */
  | { kind: 'handed back' }

/** Says that a queue will have something to take in so many milliseconds. */
export type Hint = (queue: string, delayMs: number) => void

export const deadRetentionDays = 30

/** What a job's list of errors says when the process that ran it never said anything. */
export const vanished = 'The process that ran the job ended before the job did'

export const emptyQueue = (queue: string): QueueFigures => ({
  queue,
  due: 0,
  delayed: 0,
  running: 0,
  dead: 0,
  oldestDueSeconds: 0,
})
