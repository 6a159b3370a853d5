import type { Clock } from '../platform/clock.ts'
import { DatabaseUnavailableError, type Database } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import { extendedExpiry, type Life, type Lifetimes } from './lifetime.ts'
import { sessionStore } from './store.ts'

type Parts = { database: Database; clock: Clock; log: Log; kept: Lifetimes }

/**
 * Lets a session that is used end later, and returns when. One that cannot be written, since a disk
 * is full, is made up for by the next use.
 */
export const createExtendSession =
  ({ database, clock, log, kept }: Parts) =>
  async (projectId: string, id: string, life: Life): Promise<string | undefined> => {
    const now = clock.now()
    if (extendedExpiry(life, kept, now) === undefined) return undefined
    try {
      const modified = await database.transaction((transaction) =>
        sessionStore(transaction).modify(projectId, id, (row) => {
          const later = extendedExpiry(row, kept, now)
          return later === undefined ? {} : { expires_at: later }
        }),
      )
      return modified?.row.expires_at ?? undefined
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error
      log.warn({ error, session: id }, 'The end of a session could not be moved ahead')
      return undefined
    }
  }
