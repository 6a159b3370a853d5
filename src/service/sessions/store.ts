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
  }
}

export type SessionRow = Tables['sessions']

/** SQL of tool router sessions. */
export const sessionStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    insert: (row: SessionRow) => db.insertInto('sessions').values(row).execute(),
    find: (projectId: string, id: string) => db.selectFrom('sessions').selectAll().where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst(),
    delete: async (projectId: string, id: string) => {
      const deleted = await db.deleteFrom('sessions').where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst()
      return deleted.numDeletedRows > 0n
    },
  }
}
