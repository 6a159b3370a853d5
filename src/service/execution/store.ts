import { CompiledQuery, sql } from 'kysely'
import { engineOf, namedStatement, syncedSoon, type Handle } from '../platform/database/index.ts'
import { countByValue, readPage, type List } from '../platform/lists/index.ts'
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
    /** Of the trace that the call was part of. */
    trace_id?: string | null
  }
}

export type ExecutionRow = Tables['tool_executions']

const loggedColumns = [
  'id',
  'project_id',
  'tool_slug',
  'toolkit_slug',
  'user_id',
  'status',
  'started_at',
  'duration_ms',
] as const satisfies readonly (keyof ExecutionRow)[]

/** What is counted of a call. */
export type LoggedCall = Pick<ExecutionRow, (typeof loggedColumns)[number]>

export type ExecutionFilter = {
  tools?: string[] | undefined
  toolkits?: string[] | undefined
  sessionIds?: string[] | undefined
  userIds?: string[] | undefined
  status?: 'success' | 'error' | undefined
  /** In the tool or the error, in any letter case. */
  search?: string | undefined
}

const executionList: List = {
  table: 'tool_executions',
  scope: 'project_id',
  filters: ['session_id', 'user_id', 'tool_slug', 'toolkit_slug', 'status'],
  counters: [
    { by: [] },
    { by: ['session_id'] },
    { by: ['user_id'] },
    { by: ['tool_slug'] },
    { by: ['toolkit_slug'] },
    { by: ['status'] },
  ],
}

const toSelection = (
  projectId: string,
  { tools, toolkits, sessionIds, userIds, status, search }: ExecutionFilter,
) => ({
  scope: projectId,
  where: {
    tool_slug: tools,
    toolkit_slug: toolkits,
    session_id: sessionIds,
    user_id: userIds,
    status: status && [status],
  },
  ...(search && { and: containing(search) }),
})

const containing = (text: string) => {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`(lower(tool_slug) like ${pattern} escape '\\' or lower(error) like ${pattern} escape '\\')`
}

const columns = [
  'id',
  'project_id',
  'tool_slug',
  'toolkit_slug',
  'user_id',
  'connected_account_id',
  'session_id',
  'status',
  'error',
  'started_at',
  'duration_ms',
  'payload',
  'trace_id',
] as const satisfies readonly (keyof ExecutionRow)[]

const into = `insert into tool_executions (${columns.join(', ')})`

/** One statement for batches of every size: an array for each column. */
const insertArrays = namedStatement(
  'tool_executions_insert',
  `${into}
  select * from unnest(${columns.map((column, index) => `$${index + 1}::${column === 'duration_ms' ? 'double precision' : 'text'}[]`).join(', ')})`,
)

/** By the number of rows: to build the statement of a batch costs a third of executing it. */
const insertsOfRows = new Map<number, string>()

const insertRows = (count: number): string => {
  const known = insertsOfRows.get(count)
  if (known !== undefined) return known
  const row = `(${columns.map(() => '?').join(', ')})`
  const text = syncedSoon(`${into} values ${Array.from({ length: count }, () => row).join(', ')}`)
  insertsOfRows.set(count, text)
  return text
}

/** SQL of the execution log. */
export const executionStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    insert: (rows: ExecutionRow[]) =>
      handle.executeQuery(
        engineOf(handle) === 'postgres'
          ? insertArrays(columns.map((column) => rows.map((row) => row[column] ?? null)))
          : CompiledQuery.raw(
              insertRows(rows.length),
              rows.flatMap((row) => columns.map((column) => row[column] ?? null)),
            ),
      ),
    find: (projectId: string, id: string) =>
      db
        .selectFrom('tool_executions')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    page: (projectId: string, filter: ExecutionFilter, page: PageRequest) =>
      readPage<ExecutionRow>(
        handle,
        executionList,
        toSelection(projectId, filter),
        { by: 'started_at', direction: 'desc' },
        page,
      ),
    /** In the order of the times in the ids, which is that of their bytes. */
    listBetween: (after: string, end: string, limit: number): Promise<LoggedCall[]> => {
      const id =
        engineOf(handle) === 'postgres' ? sql<string>`id collate "C"` : sql.ref<string>('id')
      return db
        .selectFrom('tool_executions')
        .select([...loggedColumns])
        .where(id, '>', after)
        .where(id, '<', end)
        .orderBy(id)
        .limit(limit)
        .execute()
    },
    /** The newest ones that began after a time, newest first, without what was sent and answered. */
    listSince: (projectId: string, since: string, limit: number) =>
      db
        .selectFrom('tool_executions')
        .select(columns.filter((column) => column !== 'payload'))
        .where('project_id', '=', projectId)
        .where('started_at', '>', since)
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    countByToolkit: (projectId: string) =>
      countByValue(handle, executionList, projectId, 'toolkit_slug'),
  }
}
