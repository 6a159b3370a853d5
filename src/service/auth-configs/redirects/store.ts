import { authorizationSchemes } from '../../auth-schemes/index.ts'
import { modifyRow, type Handle, type Merge } from '../../platform/database/index.ts'

type Tables = {
  /** A redirect URI and the one authorization server that may use it. */
  oauth_redirects: {
    key: string
    /** The project that reserved it; null for the shared path. */
    project_id: string | null
    /** The digest of the server; null until it is first used. */
    server: string | null
    created_at: string
  }
  auth_configs: { id: string; auth_scheme: string; redirect_key: string | null; is_managed: number }
}

type RedirectRow = Tables['oauth_redirects']

const table = 'oauth_redirects'

/** SQL of redirect URIs. */
export const redirectStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    find: (key: string) =>
      db.selectFrom(table).selectAll().where('key', '=', key).executeTakeFirst(),
    insert: (row: RedirectRow) =>
      db
        .insertInto(table)
        .values(row)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute(),
    modify: (key: string, merge: Merge<RedirectRow>) => modifyRow(db, table, { key }, merge),
    /** Deletes unused reservations, except for the newest. */
    deleteUnused: async (projectId: string, kept: number, limit: number) => {
      const some = db
        .selectFrom(table)
        .select('key')
        .where('project_id', '=', projectId)
        .where('server', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('key')
        .offset(kept)
        .limit(limit)
      await db.deleteFrom(table).where('key', 'in', some).where('server', 'is', null).execute()
    },
    /** Whether an auth config other than this one uses the shared path. */
    isSharedPathUsed: async (except: string) => {
      const users = await db
        .selectFrom('auth_configs')
        .select('id')
        .where('auth_scheme', 'in', authorizationSchemes)
        .where('redirect_key', 'is', null)
        .where('is_managed', '=', 0)
        .limit(2)
        .execute()
      return users.some(({ id }) => id !== except)
    },
  }
}
