import { modifyRow, type Handle, type Merge } from '../platform/database/index.ts'

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
    /** Grows with each change of the configuration. */
    config_version: number
  }
}

export type SessionRow = Tables['sessions']

/** SQL of tool router sessions. */
export const sessionStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    insert: (row: SessionRow) => db.insertInto('sessions').values(row).execute(),
    find: (projectId: string, id: string) =>
      db
        .selectFrom('sessions')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    modify: (projectId: string, id: string, merge: Merge<SessionRow>) =>
      modifyRow(db, 'sessions', { project_id: projectId, id }, merge),
    delete: async (projectId: string, id: string) => {
      const deleted = await db
        .deleteFrom('sessions')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()
      return deleted.numDeletedRows > 0n
    },
  }
}
