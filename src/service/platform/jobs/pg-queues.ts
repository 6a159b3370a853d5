import type { PgBoss } from 'pg-boss'
import { dayMs } from '../clock.ts'
import { createUuid } from '../ids.ts'
import { deadRetentionDays } from './job-store.ts'
import type { Queue } from './queue.ts'

export const retentionSeconds = (deadRetentionDays * dayMs) / 1000

/** pg-boss allows no shorter one. */
const shortestHeartbeatSeconds = 10

/** The dead letters of a queue. */
export const deadQueue = (queue: Queue): string => `${queue.name}/dead`

export const createPgQueue = async (boss: PgBoss, queue: Queue): Promise<void> => {
  await boss.createQueue(deadQueue(queue))
  await boss.createQueue(queue.name, { policy: 'exclusive' })
}

export const toSendOptions = (
  queue: Queue,
  {
    delayMs,
    leaseMs,
    singletonKey,
    key,
  }: {
    delayMs: number
    leaseMs: number
    singletonKey?: string | null | undefined
    key?: string | null | undefined
  },
) => ({
  // An exclusive queue lets one job of a key wait or run, and counts "no key" as a key too.
  singletonKey: singletonKey ?? createUuid(),
  ...(typeof key === 'string' && { group: { id: key } }),
  startAfter: Math.round(delayMs) / 1_000,
  // The worker counts attempts, the same on both engines. pg-boss only returns expired leases.
  retryLimit: 1_000_000,
  retryDelay: 0,
  heartbeatSeconds: Math.max(shortestHeartbeatSeconds, Math.ceil(leaseMs / 1_000)),
  // The worker ends an attempt at its time-out; this is for a worker that no longer can.
  expireInSeconds: Math.ceil(queue.timeoutSeconds) + 60,
  retentionSeconds,
  deleteAfterSeconds: 3_600,
})

const epochMs = Date.UTC(2026, 0, 1)

/**
 * Older jobs run first, however often they were retried: a retry is a new row, so its age is in its
 * priority, in half seconds (until 2060). Among jobs of the same age retries run first: behind them,
 * deliveries that wait for each other would overtake each other again and again.
 */
export const toPriority = (orderedId: string, isRetry: boolean): number => {
  const createdMs = Number.parseInt(orderedId.replaceAll('-', '').slice(0, 12), 16)
  // The column is an integer, and a clock may be set to any year.
  const age = Math.min(Math.max(0, Math.floor((createdMs - epochMs) / 500)), 2 ** 30 - 1)
  return 2 ** 31 - 2 - 2 * age + (isRetry ? 1 : 0)
}
