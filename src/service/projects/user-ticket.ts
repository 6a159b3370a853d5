import { z } from 'zod'
import type { Project } from '../endpoint/index.ts'
import { latestCredible, type Clock } from '../platform/clock.ts'
import { createReadCache } from '../platform/create-read-cache.ts'
import type { Database } from '../platform/database/index.ts'
import { createId, createSecret } from '../platform/ids.ts'
import { hashToken } from '../platform/secrets/index.ts'
import { storedJson } from '../platform/stored-json.ts'
import { ticketStore, type TicketRow } from './store.ts'

/**
 * A short-lived token that a project gives to the browser of one of its users.
 *
 * With `approvalId` it is an approval ticket: it counts on the page of that approval alone. Without,
 * it is a connect token: pages of `origins` use it for everything that is this user's.
 */
export type UserTicket = {
  id: string
  projectId: string
  userId: string
  approvalId: string | null
  /** Null: all toolkits. */
  toolkits: readonly string[] | null
  origins: readonly string[]
  expiresAt: string
}

type NewTicket = {
  userId: string
  approvalId?: string
  toolkits?: readonly string[] | undefined
  origins?: readonly string[]
  expiresInSeconds: number
}

export type UserTickets = ReturnType<typeof createUserTickets>

const prefix = 'pbt_'
const batchSize = 500

/** The tickets of users. Only their hashes are stored. */
export const createUserTickets = (parts: { database: Database; clock: Clock }) => {
  // Half a second, as for keys: a ticket that was revoked fails on every node within a second.
  const recent = createReadCache((hash) => ticketStore(parts.database.handle).find(hash), {
    forMs: 500,
    maximum: 10_000,
  })

  return {
    /** The ticket and its text, which is known only here. */
    create: async (
      project: Project,
      { userId, approvalId, toolkits, origins = [], expiresInSeconds }: NewTicket,
    ): Promise<{ text: string; ticket: UserTicket }> => {
      const text = createSecret(prefix)
      const now = parts.clock.now()
      const row: TicketRow = {
        id: createId('tk_'),
        hash: hashToken(text),
        project_id: project.id,
        user_id: userId,
        approval_id: approvalId ?? null,
        toolkits: toolkits === undefined ? null : JSON.stringify([...new Set(toolkits)]),
        origins: JSON.stringify([...new Set(origins)]),
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + expiresInSeconds * 1000).toISOString(),
      }
      await ticketStore(parts.database.handle).insert(row)
      return { text, ticket: toTicket(row) }
    },

    /** The ticket with this text; `undefined` when there is none, or it has expired. */
    find: async (text: string): Promise<UserTicket | undefined> => {
      if (!text.startsWith(prefix) || text.length > 200) return undefined
      const row = await recent.get(hashToken(text))
      if (!row) return undefined
      const now = parts.clock.now()
      // The end of one that was made while a clock was ahead is not that far away.
      const isOver = row.expires_at <= now.toISOString() || row.created_at > latestCredible(now)
      return isOver ? undefined : toTicket(row)
    },

    /** Revokes all tickets of a user. */
    revoke: async (project: Project, userId: string): Promise<void> => {
      const store = ticketStore(parts.database.handle)
      for (;;) {
        const hashes = await store.listHashes(project.id, userId, batchSize)
        if (hashes.length === 0) return
        await store.delete(hashes)
        for (const hash of hashes) recent.forget(hash)
      }
    },
  }
}

const texts = z.array(z.string())
const readToolkits = storedJson('user_tickets.toolkits', texts)
const readOrigins = storedJson('user_tickets.origins', texts)

const toTicket = (row: TicketRow): UserTicket => ({
  id: row.id,
  projectId: row.project_id,
  userId: row.user_id,
  approvalId: row.approval_id,
  toolkits: row.toolkits === null ? null : readToolkits(row.toolkits, row.id),
  origins: readOrigins(row.origins, row.id),
  expiresAt: row.expires_at,
})
