import { sql } from 'kysely'
import type { Handle } from '../../platform/database/index.ts'
import { readPage, type List } from '../../platform/lists/index.ts'
import type { PageRequest } from '../../platform/pagination.ts'

type Tables = {
  session_mcp_keys: {
    id: string
    project_id: string
    session_id: string
    name: string | null
    key_hash: string
    key_hint: string
    created_at: string
    expires_at: string | null
  }
  sessions: { id: string }
}

type SessionMcpKeyRow = Tables['session_mcp_keys']

/** A session has few keys, so counting them is cheap. */
const keyList: List = {
  table: 'session_mcp_keys',
  scope: 'project_id',
  filters: ['session_id'],
}

/** SQL of the MCP keys of sessions. */
export const sessionMcpKeyStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()

  return {
    insert: (row: SessionMcpKeyRow) => db.insertInto('session_mcp_keys').values(row).execute(),
    /**
     * Joins the session: a key is invalid once its session is deleted, even before its row is
     * removed.
     */
    findByKey: (keyHash: string, now: string) =>
      db
        .selectFrom('session_mcp_keys as k')
        .innerJoin('sessions as s', 's.id', 'k.session_id')
        .select(['k.id', 'k.project_id', 'k.session_id'])
        .where('k.key_hash', '=', keyHash)
        .where((expression) =>
          expression.or([
            expression('k.expires_at', 'is', null),
            expression('k.expires_at', '>', now),
          ]),
        )
        .executeTakeFirst(),
    /** Valid keys, the newest first. */
    page: (projectId: string, sessionId: string, now: string, page: PageRequest) => {
      const selection = {
        scope: projectId,
        where: { session_id: [sessionId] },
        and: sql`(expires_at is null or expires_at > ${now})`,
      }
      return readPage<SessionMcpKeyRow>(
        handle,
        keyList,
        selection,
        { by: 'created_at', direction: 'desc' },
        page,
      )
    },
    delete: async (projectId: string, sessionId: string, id: string) => {
      const deleted = await db
        .deleteFrom('session_mcp_keys')
        .where('project_id', '=', projectId)
        .where('session_id', '=', sessionId)
        .where('id', '=', id)
        .executeTakeFirst()
      return deleted.numDeletedRows > 0n
    },
  }
}
