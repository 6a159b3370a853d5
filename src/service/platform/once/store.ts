import { sql } from 'kysely'
import type { Handle } from '../database/index.ts'

type Tables = {
  once: {
    name: string
    scope: string
    /** Empty for work that was cancelled before it began. */
    digest: string
    subject: string | null
    /** What a person is told of work whose outcome is unknown. */
    about?: string | null
    cancelled_at: string | null
    /** Distinguishes this claim from a later one of the same name. */
    owner: string
    lease_until: string
    /** Null until the outcome is known. */
    outcome: string | null
    created_at: string
    expires_at: string
  }
}

export type OnceRow = Tables['once']

/** A lease has ended that ends until `now`, or after the `latest` that one can. */
type Ended = { now: string; latest: string }

const leaseHasEnded = ({ now, latest }: Ended) =>
  sql<boolean>`(lease_until <= ${now} or lease_until > ${latest})`

/** SQL of claims. */
export const onceStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /** Returns false if the name is taken. */
    insert: async (row: OnceRow) => {
      const inserted = await db
        .insertInto('once')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('name')
        .executeTakeFirst()
      return inserted !== undefined
    },
    find: (name: string) =>
      db.selectFrom('once').selectAll().where('name', '=', name).executeTakeFirst(),
    /** Returns false if the work has ended. */
    cancel: async (name: string, owner: string, at: string) => {
      const cancelled = await db
        .updateTable('once')
        .set({ cancelled_at: at })
        .where('name', '=', name)
        .where('owner', '=', owner)
        .where('outcome', 'is', null)
        .returning('name')
        .executeTakeFirst()
      return cancelled !== undefined
    },
    /** The owners, among these names, whose work was cancelled. */
    findCancelled: async (names: readonly string[]) => {
      const rows = await db
        .selectFrom('once')
        .select('owner')
        .where('name', 'in', names)
        .where('cancelled_at', 'is not', null)
        .execute()
      return rows.map(({ owner }) => owner)
    },
    extendLease: (name: string, owner: string, until: string) =>
      db
        .updateTable('once')
        .set({ lease_until: until })
        .where('name', '=', name)
        .where('owner', '=', owner)
        .where('outcome', 'is', null)
        .execute(),
    finish: (name: string, owner: string, outcome: string) =>
      db
        .updateTable('once')
        .set({ outcome })
        .where('name', '=', name)
        .where('owner', '=', owner)
        .execute(),
    listUnknown: ({ now, latest }: Ended, limit: number) =>
      db
        .selectFrom('once')
        .select(['name', 'scope', 'subject', 'about', 'created_at', 'expires_at'])
        .where('outcome', 'is', null)
        .where('digest', '!=', '')
        .where(leaseHasEnded({ now, latest }))
        .where('expires_at', '>', now)
        .orderBy('created_at')
        .limit(limit)
        .execute(),
    finishUnknown: async (name: string, ended: Ended, outcome: string) => {
      const finished = await db
        .updateTable('once')
        .set({ outcome })
        .where('name', '=', name)
        .where('outcome', 'is', null)
        .where('digest', '!=', '')
        .where(leaseHasEnded(ended))
        .returning('name')
        .executeTakeFirst()
      return finished !== undefined
    },
    deleteUnknown: async (name: string, ended: Ended) => {
      const deleted = await db
        .deleteFrom('once')
        .where('name', '=', name)
        .where('outcome', 'is', null)
        .where('digest', '!=', '')
        .where(leaseHasEnded(ended))
        .returning('name')
        .executeTakeFirst()
      return deleted !== undefined
    },
    delete: (name: string, owner: string) =>
      db.deleteFrom('once').where('name', '=', name).where('owner', '=', owner).execute(),
  }
}
