import type { Handle } from '../database/index.ts'

type Tables = {
  once: {
    name: string
    scope: string
    digest: string
    /** Told apart from a later claim of the same name. */
    owner: string
    lease_until: string
    /** Null while it is not known. */
    outcome: string | null
    created_at: string
    expires_at: string
  }
}

export type OnceRow = Tables['once']

/** SQL of work that is done once. */
export const onceStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /** False when the name is taken. */
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
    delete: (name: string, owner: string) =>
      db.deleteFrom('once').where('name', '=', name).where('owner', '=', owner).execute(),
  }
}
