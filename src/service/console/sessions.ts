import { hash } from 'node:crypto'
import { z } from 'zod'
import { hourMs, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { createId, createSecret } from '../platform/ids.ts'
import { hashToken } from '../platform/secrets/index.ts'
import { storedJson } from '../platform/stored-json.ts'
import type { Person } from './person.ts'
import { consoleStore, type SessionRow } from './store.ts'

export type ConsoleSessions = ReturnType<typeof createConsoleSessions>

/** A signed-in browser. */
export type ConsoleSession = { id: string; person: Person; expiresAt: string; csrf: string }

/** How long a link works that no caller gave another lifetime. */
const linkMs = hourMs / 6
/** How long a session lasts without anybody using it, and at most. */
export const idleMs = 8 * hourMs
export const lifetimeMs = 7 * 24 * hourMs

const identity = z.object({ id: z.string(), name: z.string(), email: z.string().nullable() })
type Identity = z.infer<typeof identity>
const readIdentity = storedJson('console_sessions.person', identity)

/** One-time links and sessions of the console. Of both only the hashes of their tokens are stored. */
export const createConsoleSessions = (parts: { database: Database; clock: Clock }) => {
  const store = consoleStore(parts.database.handle)
  const at = (afterMs = 0) => new Date(parts.clock.now().getTime() + afterMs).toISOString()

  return {
    /** Creates a one-time link for an owner of the organization and returns its token. */
    createLink: async (
      organizationId: string,
      { token = createSecret('cl_'), forMs = linkMs }: { token?: string; forMs?: number } = {},
    ): Promise<string | undefined> => {
      const isNew = await store.insertLink({
        id: hashToken(token),
        organization_id: organizationId,
        expires_at: at(forMs),
        used_at: null,
      })
      return isNew ? token : undefined
    },

    /** Returns false if a name was used within this time. */
    useOnce: (name: string, forMs: number): Promise<boolean> =>
      store.insertLink({
        id: name,
        organization_id: '',
        expires_at: at(forMs),
        used_at: at(),
      }),

    /** Uses a link up; returns the organization whose owner it signs in. */
    useLink: async (token: string): Promise<string | undefined> =>
      (await store.useLink(hashToken(token), at()))?.organization_id,

    /** Starts a session and returns the token for the browser's cookie. */
    start: async (
      organizationId: string,
      person: Identity = { id: createId('owner_'), name: 'Owner', email: null },
    ): Promise<string> => {
      const token = createSecret('cs_')
      await store.insertSession({
        id: hashToken(token),
        organization_id: organizationId,
        person: JSON.stringify(person),
        idle_until: at(idleMs),
        expires_at: at(lifetimeMs),
        created_at: at(),
      })
      return token
    },

    find: async (token: string): Promise<ConsoleSession | undefined> => {
      const row = await store.findSession(hashToken(token), at())
      return row && toSession(row, token)
    },

    /** Called when the person has used the console, which background requests are no sign of. */
    renew: (token: string) => store.renewSession(hashToken(token), at(), at(idleMs)),

    end: (token: string) => store.deleteSession(hashToken(token)),
  }
}

const toSession = (row: SessionRow, token: string): ConsoleSession => ({
  id: row.id,
  person: {
    ...readIdentity(row.person, row.id),
    organizationId: row.organization_id,
    role: 'owner',
  },
  expiresAt: row.expires_at,
  csrf: hash('sha256', `csrf ${token}`, 'base64url').slice(0, 22),
})
