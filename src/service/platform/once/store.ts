import type { Handle } from '../database/index.ts'

type Tables = {
  once: {
    name: string
    scope: string
    digest: string
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
