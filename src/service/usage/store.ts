import { sql } from 'kysely'
import { modifyRow, type Handle, type Merge } from '../platform/database/index.ts'

/**
 * Calls of one tool or user, or attempts of deliveries, in one interval that ended alike and took
 * about as long.
 */
export type CountRow = {
  project_id: string
  dimension: 'tool' | 'user' | 'delivery'
  start: string
  /** Empty for deliveries. */
  value: string
  /** Empty for users and deliveries. */
  toolkit: string
  status: 'success' | 'error'
  duration_class: number
  calls: number
  duration_ms: number
}

export type CountTable = 'usage_hours' | 'usage_days'

type Tables = Record<CountTable, CountRow> & {
  usage_positions: { id: string; position: string }
}

export const countKey = [
  'project_id',
  'dimension',
  'start',
  'value',
  'toolkit',
  'status',
  'duration_class',
] as const satisfies readonly (keyof CountRow)[]

/** Rows that are summed: which, and by what. */
export type Selection = {
  projectId: string
  table: CountTable
  dimension: CountRow['dimension']
  from: string
  to: string
}
export type GroupColumn = 'value' | 'toolkit'

/** The row of `usage_positions` for the log of calls. */
export const positionId = 'tool_executions'

const rowsAtOnce = 500

/** SQL of usage. */
export const usageStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  const select = ({ projectId, table, dimension, from, to }: Selection) =>
    db
      .selectFrom(table)
      .where('project_id', '=', projectId)
      .where('dimension', '=', dimension)
      .where('start', '>=', from)
      .where('start', '<', to)
  const sum = (column: 'calls' | 'duration_ms') =>
    sql<number>`cast(sum(${sql.ref(column)}) as double precision)`

  return {
    /** Where counting ended is locked until the transaction ends. */
    advance: (merge: Merge<Tables['usage_positions']>) =>
      modifyRow(db, 'usage_positions', { id: positionId }, merge),
    findPosition: async (): Promise<string> =>
      (
        await db
          .selectFrom('usage_positions')
          .select('position')
          .where('id', '=', positionId)
          .executeTakeFirstOrThrow()
      ).position,
    add: async (table: CountTable, rows: readonly CountRow[]): Promise<void> => {
      for (let first = 0; first < rows.length; first += rowsAtOnce)
        await db
          .insertInto(table)
          .values(rows.slice(first, first + rowsAtOnce))
          .onConflict((conflict) =>
            conflict.columns([...countKey]).doUpdateSet({
              calls: sql`${sql.ref(`${table}.calls`)} + excluded.calls`,
              duration_ms: sql`${sql.ref(`${table}.duration_ms`)} + excluded.duration_ms`,
            }),
          )
          .execute()
    },
    sumByStart: (selection: Selection) =>
      select(selection)
        .select(['start', 'status', 'duration_class'])
        .select([sum('calls').as('calls'), sum('duration_ms').as('duration_ms')])
        .groupBy(['start', 'status', 'duration_class'])
        .execute(),
    listLargest: async (
      selection: Selection,
      column: GroupColumn,
      limit: number,
    ): Promise<string[]> =>
      (
        await select(selection)
          .select(`${column} as group`)
          .groupBy(column)
          .orderBy(sum('calls'), 'desc')
          .orderBy(column)
          .limit(limit)
          .execute()
      ).map(({ group }) => group),
    sumGroupsByStart: (selection: Selection, column: GroupColumn, groups: readonly string[]) =>
      select(selection)
        .where(column, 'in', groups)
        .select([`${column} as group`, 'start', 'status', sum('calls').as('calls')])
        .groupBy([column, 'start', 'status'])
        .execute(),
    sumGroupsByDuration: (selection: Selection, column: GroupColumn, groups: readonly string[]) =>
      select(selection)
        .where(column, 'in', groups)
        .select([`${column} as group`, 'status', 'duration_class'])
        .select([sum('calls').as('calls'), sum('duration_ms').as('duration_ms')])
        .groupBy([column, 'status', 'duration_class'])
        .execute(),
  }
}
