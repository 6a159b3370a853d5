import { lockAgainstDeletion, type Handle } from '../../platform/database/index.ts'

type Tables = {
  session_results: {
    /** The handle. */
    id: string
    project_id: string
    session_id: string
    /** JSON, encrypted. */
    content: string
    created_at: string
  }
  sessions: { project_id: string; id: string }
}

type ResultRow = Tables['session_results']

/** SQL of stored results. */
export const resultStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /** Keeps the session until the end of the transaction; false if it is gone. */
    hold: async (projectId: string, sessionId: string) => {
      const held = await lockAgainstDeletion(
        handle,
        db
          .selectFrom('sessions')
          .select('id')
          .where('project_id', '=', projectId)
          .where('id', '=', sessionId),
      ).executeTakeFirst()
      return held !== undefined
    },
    insert: (row: ResultRow) => db.insertInto('session_results').values(row).execute(),
    find: (projectId: string, sessionId: string, id: string) =>
      db
        .selectFrom('session_results')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('session_id', '=', sessionId)
        .where('id', '=', id)
        .executeTakeFirst(),
    listOfSession: (projectId: string, sessionId: string, limit: number) =>
      db
        .selectFrom('session_results')
        .select('id')
        .where('project_id', '=', projectId)
        .where('session_id', '=', sessionId)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute(),
  }
}
