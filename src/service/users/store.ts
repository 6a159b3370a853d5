import { sql } from 'kysely'
import { isFilled, type Handle } from '../platform/database/index.ts'
import { beginsWith, countRows, type List } from '../platform/lists/index.ts'
import { recordTables, userSteps } from './migrations.ts'

/** Its rows are written by triggers only. */
const userList: List = {
  table: 'project_users',
  scope: 'project_id',
  filters: [],
  counters: [{ by: [] }],
}

/** SQL of the users who have records. */
export const userStore = (handle: Handle) => ({
  /** In the order of their ids. */
  page: async (
    projectId: string,
    { prefix, limit, offset }: { prefix: string; limit: number; offset: number },
  ): Promise<{ ids: string[]; total: number }> => {
    const begins = beginsWith('id', prefix)
    const { rows } = await sql<{ id: string }>`
        select id from project_users where project_id = ${projectId} and ${begins ?? sql`1 = 1`}
        order by id limit ${limit} offset ${offset}`.execute(handle)
    const total = await countRows(handle, userList, { scope: projectId, and: begins })
    return { ids: rows.map(({ id }) => id), total }
  },
  /** False until migrations have walked the records that were there before. */
  isComplete: async (): Promise<boolean> => {
    for (const step of userSteps) if (!(await isFilled(handle, step))) return false
    return true
  },
  /** Users who have records and are missing, or have none and are there: of one moment. */
  countWrong: async (): Promise<number> => {
    const tables = recordTables.map(
      (table) => sql`select project_id, user_id as id from ${sql.table(table)}`,
    )
    const records = sql`select project_id, id from (${sql.join(tables, sql` union `)}) as records`
    const kept = sql`select project_id, id from project_users`
    const { rows } = await sql<{ wrong: number }>`
        select (select count(*) from (${records} except ${kept}) as missing)
          + (select count(*) from (${kept} except ${records}) as nobody) as wrong`.execute(handle)
    return Number(rows[0]?.wrong ?? 0)
  },
})
