import { LRUCache } from 'lru-cache'
import type { McpSession } from './mcp-session.ts'

type Kept = {
  session: McpSession
  /** Ends the session at the server. */
  end(): Promise<void>
  users: number
  isLeft: boolean
}

/** A session that a call uses until it releases it. */
type Lease = { session: McpSession; giveBack(): void }

/**
 * Pools sessions for reuse by calls with the same key. Sessions end when they have been idle for
 * long, and the least recently used one ends when there are too many; a session in use is never
 * ended.
 */
export const createSessionPool = ({ maximum, idleMs }: { maximum: number; idleMs: number }) => {
  const ending = new Set<Promise<void>>()

  const end = ({ end: endSession }: Pick<Kept, 'end'>): void => {
    const ended = endSession().finally(() => ending.delete(ended))
    ending.add(ended)
  }

  const kept = new LRUCache<string, Kept>({
    max: maximum,
    ttl: idleMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: (entry) => {
      if (entry.isLeft) return
      entry.isLeft = true
      if (entry.users === 0) end(entry)
    },
  })

  return {
    borrow: (key: string): Lease | undefined => {
      const entry = kept.get(key)
      if (!entry) return undefined
      entry.users += 1
      return {
        session: entry.session,
        giveBack: () => {
          entry.users -= 1
          if (!entry.isLeft) kept.get(key)
          else if (entry.users === 0 && entry.session.handshake) end(entry)
        },
      }
    },

    /** Keeps a session for the next call. Of two sessions that began concurrently one is kept. */
    keep: (key: string, session: McpSession, endSession: () => Promise<void>): void => {
      if (kept.has(key)) end({ end: endSession })
      else kept.set(key, { session, end: endSession, users: 0, isLeft: false })
    },

    /** Removes a session that the server has ended. */
    forget: (key: string, session: McpSession): void => {
      const entry = kept.peek(key)
      if (entry?.session !== session) return
      entry.isLeft = true
      delete session.handshake
      kept.delete(key)
    },

    /** Ends all sessions. */
    close: async (): Promise<void> => {
      kept.clear()
      await Promise.all(ending)
    },
  }
}
