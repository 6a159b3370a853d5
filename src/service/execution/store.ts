import type { Handle } from '../platform/database/index.ts'
import type { PageRequest } from '../platform/pagination.ts'

type Tables = {
  tool_executions: {
    id: string
    project_id: string
    tool_slug: string
    toolkit_slug: string
    user_id: string | null
    connected_account_id: string | null
    session_id: string | null
    status: 'success' | 'error'
    error: string | null
    started_at: string
    duration_ms: number
    /** Request and response, encrypted; absent when the project stores no data. */
    payload: string | null
  }
}

export type ExecutionRow = Tables['tool_executions']

export type ExecutionFilter = {
  tools?: string[] | undefined
  toolkits?: string[] | undefined
  sessionIds?: string[] | undefined
  userIds?: string[] | undefined
  status?: 'success' | 'error' | undefined
}

/** SQL of the execution log. */
export const executionStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  const filtered = (projectId: string, filter: ExecutionFilter) => {
    let query = db.selectFrom('tool_executions').where('project_id', '=', projectId)
    if (filter.tools) query = query.where('tool_slug', 'in', filter.tools)
    if (filter.toolkits) query = query.where('toolkit_slug', 'in', filter.toolkits)
    if (filter.sessionIds) query = query.where('session_id', 'in', filter.sessionIds)
    if (filter.userIds) query = query.where('user_id', 'in', filter.userIds)
    if (filter.status) query = query.where('status', '=', filter.status)
    return query
  }
  return {
    insert: (rows: ExecutionRow[]) => db.insertInto('tool_executions').values(rows).execute(),
    find: (projectId: string, id: string) => db.selectFrom('tool_executions').selectAll().where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst(),
    list: (projectId: string, filter: ExecutionFilter, page: PageRequest) =>
      filtered(projectId, filter).selectAll().orderBy('started_at', 'desc').orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    count: async (projectId: string, filter: ExecutionFilter) => {
      const { count } = await filtered(projectId, filter).select((expression) => expression.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      return count
    },
    countByToolkit: (projectId: string) =>
      db
        .selectFrom('tool_executions')
        .select((expression) => ['toolkit_slug', expression.fn.countAll<number>().as('count')])
        .where('project_id', '=', projectId)
        .groupBy('toolkit_slug')
        .execute(),
    deleteSomeOfProject: async (projectId: string, limit: number) => {
      const some = db.selectFrom('tool_executions').select('id').where('project_id', '=', projectId).limit(limit)
      const deleted = await db.deleteFrom('tool_executions').where('id', 'in', some).executeTakeFirst()
      return Number(deleted.numDeletedRows)
    },
    deleteOlderThan: (time: string) => db.deleteFrom('tool_executions').where('started_at', '<', time).execute(),
  }
}
