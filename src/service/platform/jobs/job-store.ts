import type { Handle } from '../database/index.ts'
import type { DeadJob } from './jobs.ts'
import type { Queue } from './queue.ts'

/** What an engine does: keep jobs, and give each to one taker at a time. Everything else about jobs is the same on both engines. */
export type JobStore = {
  start(queues: Queue[]): Promise<void>
  stop(): Promise<void>
  enqueue(transaction: Handle, queue: Queue, data: object, options: { delayMs: number; singletonKey?: string | undefined }): Promise<string | null>
  take(queue: Queue, count: number): Promise<TakenJob[]>
  dead(queue: Queue): Promise<DeadJob[]>
}

/** A job in this process's hands until it is settled, or until nobody renewed it for the time of the lease. */
export type TakenJob = {
  id: string
  data: unknown
  attempt: number
  renew(): Promise<void>
  /** Does nothing when the job is no longer ours. */
  settle(outcome: Outcome): Promise<void>
}

export type Outcome =
  | { kind: 'completed' }
  | { kind: 'retry'; delayMs: number; error: string }
  | { kind: 'dead'; error: string }
  /** Not done and not counted as an attempt. */
  | { kind: 'handed back' }

/** Says that a queue will have something to take in so many milliseconds. */
export type Hint = (queue: string, delayMs: number) => void

export const deadRetentionDays = 30

/** What a job's list of errors says when the process that ran it never said anything. */
export const vanished = 'The process that ran the job ended before the job did'
