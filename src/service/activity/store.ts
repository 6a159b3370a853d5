import type { Handle } from '../platform/database/index.ts'

type Tables = {
  activity: {
    id: string
    project_id: string
    at: string
    /** What happened, encrypted. */
    body: string
  }
}

export type ActivityRow = Tables['activity']

/** SQL of what is recorded for the stream alone. */
export const activityStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    insert: (rows: ActivityRow[]) => db.insertInto('activity').values(rows).execute(),
    /** The newest ones after a time, newest first. */
    listSince: (projectId: string, since: string, limit: number) =>
      db
        .selectFrom('activity')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('at', '>', since)
        .orderBy('at', 'desc')
        .limit(limit)
        .execute(),
  }
}
