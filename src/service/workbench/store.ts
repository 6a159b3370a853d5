import { lockRow, type Handle } from '../platform/database/index.ts'

type Tables = {
  session_files: {
    id: string
    project_id: string
    session_id: string
    /** Path in the home folder of the session's workbench. */
    path: string
    /** Base64, encrypted. */
    content: string
    /** Size before encoding and encryption. */
    size: number
    updated_at: string
  }
  sessions: { id: string; project_id: string; user_id: string }
}

export type FileRow = Tables['session_files']

/** SQL of the persistent files of sessions. */
export const fileStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /**
     * Locks the session until the transaction ends, so that concurrent writers see each other's
     * files. Returns whether it exists.
     */
    holdSession: async (projectId: string, sessionId: string) =>
      (await lockRow(db, 'sessions', { project_id: projectId, id: sessionId })) !== undefined,
    list: (projectId: string, sessionId: string) =>
      db
        .selectFrom('session_files')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('session_id', '=', sessionId)
        .orderBy('path')
        .execute(),
    upsert: (rows: FileRow[]) =>
      db
        .insertInto('session_files')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'session_id', 'path']).doUpdateSet((expression) => ({
            content: expression.ref('excluded.content'),
            size: expression.ref('excluded.size'),
            updated_at: expression.ref('excluded.updated_at'),
          })),
        )
        .execute(),
    remove: (projectId: string, sessionId: string, paths: string[]) =>
      db
        .deleteFrom('session_files')
        .where('project_id', '=', projectId)
        .where('session_id', '=', sessionId)
        .where('path', 'in', paths)
        .execute(),
    measure: async (projectId: string, sessionId: string) => {
      const measured = await db
        .selectFrom('session_files')
        .select((expression) => [
          expression.fn.countAll().as('count'),
          expression.fn.sum('size').as('bytes'),
        ])
        .where('project_id', '=', projectId)
        .where('session_id', '=', sessionId)
        .executeTakeFirstOrThrow()
      return { count: Number(measured.count), bytes: Number(measured.bytes ?? 0) }
    },
  }
}
