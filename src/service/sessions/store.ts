import type { Handle } from '../platform/database/index.ts'

type Tables = {
  sessions: {
    id: string
    project_id: string
    user_id: string
    config: string
    /** The project's stamp at creation: toolkit versions that came later are not the session's. */
    catalog_stamp: number
    created_at: string
    /** Custom tools and the like, as JSON; null where there are none. */
    extras: string | null
  }
}

export type SessionRow = Tables['sessions']

/** SQL of tool router sessions. */
export const sessionStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    insert: (row: SessionRow) => db.insertInto('sessions').values(row).execute(),
    find: (projectId: string, id: string) => db.selectFrom('sessions').selectAll().where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst(),
    updateExtras: async (projectId: string, id: string, extras: string) => {
      const updated = await db.updateTable('sessions').set({ extras }).where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst()
      return updated.numUpdatedRows > 0n
    },
    deleteSomeOfProject: async (projectId: string, limit: number) => {
      const some = db.selectFrom('sessions').select('id').where('project_id', '=', projectId).limit(limit)
      const deleted = await db.deleteFrom('sessions').where('id', 'in', some).executeTakeFirst()
      return Number(deleted.numDeletedRows)
    },
    delete: async (projectId: string, id: string) => {
      const deleted = await db.deleteFrom('sessions').where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst()
      return deleted.numDeletedRows > 0n
    },
  }
}
