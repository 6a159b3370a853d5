import { toleranceMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import { createId } from '../../platform/ids.ts'
import type { AccountRow } from '../store.ts'

/**
 * The right to ask a provider for an account's next credential; `owner` names this one taking of
 * it.
 */
export type Lease = {
  owner: string
  until: string
  /** When a holder before this one began who was not heard of again. */
  interruptedAt: string | null
  /** How many renewals before this one failed in a row. */
  failures: number
}

/** `node` begins the names of the leases that this process takes. */
export type LeaseParts = { database: Pick<Database, 'engine'>; node: string }

/**
 * Longer than the slowest exchange, so that a lease that ran out was left behind by a process that
 * ended.
 */
const leaseMs = 45_000

export const createLease = ({ node }: LeaseParts, row: AccountRow, databaseTime: Date): Lease => ({
  owner: createId(node),
  until: new Date(databaseTime.getTime() + leaseMs).toISOString(),
  interruptedAt:
    row.lease_until === null
      ? row.interrupted_at
      : new Date(Date.parse(row.lease_until) - leaseMs).toISOString(),
  failures: row.refresh_failures,
})

/** An SQLite file has one process at a time: whatever lease another one holds was left behind. */
export const isAbandoned = (
  { database, node }: LeaseParts,
  { lease_owner: owner, lease_until: until }: AccountRow,
  databaseTime: Date,
): boolean =>
  until === null ||
  Date.parse(until) < databaseTime.getTime() ||
  // Longer than any lease: the clock was wrong when it was taken.
  Date.parse(until) > databaseTime.getTime() + leaseMs + toleranceMs ||
  (database.engine === 'sqlite' && !owner?.startsWith(node))
