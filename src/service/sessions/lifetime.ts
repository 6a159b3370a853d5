import { dayMs } from '../platform/clock.ts'
import type { Kept } from '../platform/retention/index.ts'

/** How long sessions live: unused, and at most. */
export type Lifetimes = Pick<Kept, 'sessionIdle' | 'sessions'>

export type Life = { created_at: string; expires_at: string | null; idle_days: number | null }

/** The share of its idle time after which a session that is used is extended: one write a day by default. */
const extendedAfter = 1 / 30

/** When a session ends that is used now and not again; never later than it may live. */
export const expiryOf = (
  { created_at, idle_days }: Pick<Life, 'created_at' | 'idle_days'>,
  { sessionIdle, sessions }: Lifetimes,
  now: Date,
): string => {
  const idleMs = idle_days === null ? sessionIdle.afterMs : idle_days * dayMs
  return new Date(
    Math.min(now.getTime() + idleMs, Date.parse(created_at) + sessions.afterMs),
  ).toISOString()
}

/** The later end of a session that is used now; undefined if it is hardly later. */
export const extendedExpiry = (life: Life, lifetimes: Lifetimes, now: Date): string | undefined => {
  const next = expiryOf(life, lifetimes, now)
  if (life.expires_at === null) return next
  const gainMs = Date.parse(next) - Date.parse(life.expires_at)
  return gainMs > (Date.parse(next) - now.getTime()) * extendedAfter ? next : undefined
}
