import { modifyRow, type Handle, type Merge } from '../platform/database/index.ts'
import { readPage, type List } from '../platform/lists/index.ts'
import type { PageRequest } from '../platform/pagination.ts'

type Tables = {
  sessions: {
    id: string
    project_id: string
    user_id: string
    config: string
    /** The project's stamp at creation, which excludes later toolkit versions. */
    catalog_stamp: number
    created_at: string
    /** Custom tools and other experimental settings, as JSON; null if there are none. */
    extras: string | null
    /** Incremented with each change of the configuration. */
    config_version: number
    /** Null where it was created before there was an end, until the retention gives it one. */
    expires_at: string | null
    /** How many days without use end it; null: as the service says. */
    idle_days: number | null
  }
}

export type SessionRow = Tables['sessions']

export const sessionList: List = {
  table: 'sessions',
  scope: 'project_id',
  filters: ['user_id'],
  counters: [{ by: [] }, { by: ['user_id'] }],
}

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
    /** Newest first. */
    page: (projectId: string, { userIds }: { userIds?: string[] | undefined }, page: PageRequest) =>
      readPage<SessionRow>(
        handle,
        sessionList,
        { scope: projectId, where: { user_id: userIds } },
        { by: 'created_at', direction: 'desc' },
        page,
      ),
    /** Whether a session was created while the project's stamp was in a range. */
    usesStamps: async (projectId: string, { from, before }: { from: number; before: number }) => {
      const found = await db
        .selectFrom('sessions')
        .select('id')
        .where('project_id', '=', projectId)
        .where('catalog_stamp', '>=', from)
        .where('catalog_stamp', '<', before)
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },
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
