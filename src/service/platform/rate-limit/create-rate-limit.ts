import { LRUCache } from 'lru-cache'
import { entries } from '../entries.ts'
import { minuteMs, toleranceMs, type Clock } from '../clock.ts'
import type { Database } from '../database/index.ts'
import type { RateLimit, Turn } from './rate-limit.ts'
import { rateLimitStore } from './store.ts'

/** The state of one name's current minute on this node. */
type Share = {
  minute: number
  /** Reserved in the database and not used yet. */
  left: number
  /** The number unreserved by all nodes at this node's last query. */
  untaken: number
}

const sharesAMinute = 20
/** How far the clocks of nodes may differ. */
const aheadMinutes = toleranceMs / minuteMs

/**
 * Limits each name to a number per clock minute, across all nodes.
 *
 * A node reserves a twentieth of the limit in the database at a time (rounded up, so one by one up
 * to a limit of 20) and grants it from memory: at most 20 writes per name, node and minute, and
 * none once the limit is reached. No more than the limit passes in a minute. Unused reservations of
 * a node are not available to the others, so each further node may cause up to 5 % of the limit to
 * be refused early. As with every fixed window, a burst across two minutes may be as large as two
 * limits.
 */
export const createRateLimit = (
  database: Database,
  { limit, clock }: { limit: number; clock: Clock },
): RateLimit => {
  const store = rateLimitStore(database.handle)
  const shares = new LRUCache<string, Share>(entries(10_000))
  const asking = new Map<string, Promise<void>>()
  const shareSize = Math.ceil(limit / sharesAMinute)

  const ask = async (name: string, minute: number) => {
    const row = await store.add(name, minute, shareSize, aheadMinutes)
    const before = row.taken - shareSize
    const left = Math.max(0, Math.min(shareSize, limit - before))
    shares.set(name, { minute: row.minute, left, untaken: Math.max(0, limit - row.taken) })
  }

  /** Concurrent callers share the pending reservation. */
  const askOnce = (name: string, minute: number): Promise<void> => {
    const asked = asking.get(name) ?? ask(name, minute).finally(() => asking.delete(name))
    asking.set(name, asked)
    return asked
  }

  return {
    limit,
    take: async (name): Promise<Turn> => {
      for (;;) {
        const now = clock.now().getTime()
        const minute = Math.floor(now / minuteMs)
        const share = shares.get(name)
        // One that is further ahead was counted while a clock was wrong.
        if (share && share.minute >= minute && share.minute <= minute + aheadMinutes) {
          const resetSeconds = Math.max(1, Math.ceil(((share.minute + 1) * minuteMs - now) / 1000))
          if (share.left > 0) {
            share.left -= 1
            return { allowed: true, remaining: share.left + share.untaken, resetSeconds }
          }
          if (share.untaken === 0) return { allowed: false, remaining: 0, resetSeconds }
        }
        await askOnce(name, minute)
      }
    },
    // An hour, to allow for clock differences.
  }
}
