import { LRUCache } from 'lru-cache'
import type { McpSession } from './mcp-session.ts'

type Kept = {
  session: McpSession
  /** Tells the server that the session is over. */
  end(): Promise<void>
  users: number
  isLeft: boolean
}

/** A session that a call may use until it gives it back. */
export type Lease = { session: McpSession; giveBack(): void }

export type SessionPool = ReturnType<typeof createSessionPool>

/**
 * Sessions that were begun in a call and serve the next ones of the same key. Those unused for long
 * are ended, and so is the one that was unused the longest when there are too many; a session is
 * never ended under a call that uses it.
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

    /** For the next call. Of two sessions that began at a time one is enough. */
    keep: (key: string, session: McpSession, endSession: () => Promise<void>): void => {
      if (kept.has(key)) end({ end: endSession })
      else kept.set(key, { session, end: endSession, users: 0, isLeft: false })
    },

    /** The server ended it by itself. */
    forget: (key: string, session: McpSession): void => {
      const entry = kept.peek(key)
      if (entry?.session !== session) return
      entry.isLeft = true
      delete session.handshake
      kept.delete(key)
    },

    /** Ends all of them. */
    close: async (): Promise<void> => {
      kept.clear()
      await Promise.all(ending)
    },
  }
}
