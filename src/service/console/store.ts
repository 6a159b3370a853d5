import type { Handle } from '../platform/database/index.ts'

type Tables = {
  /** One-time links that sign a person in. The id is the hash of the token. */
  console_links: {
    id: string
    organization_id: string
    expires_at: string
    used_at: string | null
  }
  /** Signed-in browsers. The id is the hash of the cookie. */
  console_sessions: {
    id: string
    organization_id: string
    /** JSON: name, email, and the person's id. */
    person: string
    idle_until: string
    expires_at: string
    created_at: string
  }
}

export type LinkRow = Tables['console_links']
export type SessionRow = Tables['console_sessions']

/** SQL of the console's links and sessions. */
export const consoleStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /** Returns false if the link exists already. */
    insertLink: async (row: LinkRow) => {
      const inserted = await db
        .insertInto('console_links')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    },
    /** Marks a valid link as used and returns it; undefined if it is unknown, used or expired. */
    useLink: (id: string, now: string) =>
      db
        .updateTable('console_links')
        .set({ used_at: now })
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst(),
    insertSession: (row: SessionRow) => db.insertInto('console_sessions').values(row).execute(),
    /** A session that has neither expired nor been idle for too long. */
    findSession: (id: string, now: string) =>
      db
        .selectFrom('console_sessions')
        .selectAll()
        .where('id', '=', id)
        .where('idle_until', '>', now)
        .where('expires_at', '>', now)
        .executeTakeFirst(),
    /** Extends a session that is still valid. */
    renewSession: (id: string, now: string, idleUntil: string) =>
      db
        .updateTable('console_sessions')
        .set({ idle_until: idleUntil })
        .where('id', '=', id)
        .where('idle_until', '>', now)
        .where('expires_at', '>', now)
        .execute(),
    deleteSession: (id: string) => db.deleteFrom('console_sessions').where('id', '=', id).execute(),
  }
}
