import { sql, type RawBuilder } from 'kysely'
import type { List } from './list.ts'

/** A subset of the rows of a list. */
export type Selection = {
  scope: string
  /**
   * Column -> the values that match. An empty array matches no row; null matches rows without a
   * value.
   */
  where?: Record<string, readonly (string | number)[] | null | undefined>
  /**
   * `since` selects the rows with a greater value, `until` the others. The greater ones are counted in
   * an index, so they should be few.
   */
  since?: Bound | undefined
  until?: Bound | undefined
  /** A condition on more than a column; its rows are counted one by one. */
  and?: RawBuilder<unknown> | undefined
  /** The groups that it consists of, from `readGroups`. */
  groups?: readonly Group[]
}

/** The rows with the same values in several columns, and their number. */
export type Group = { values: Record<string, string>; count: number }

type Bound = { column: string; value: string }

export type Filter = { column: string; values: (string | number)[] | null }

/** More values or groups than these are not looked up one by one. */
const maximumBranches = 50

/** The filters of a selection, each value once. */
export const filtersOf = ({ where = {} }: Selection): Filter[] =>
  Object.entries(where).flatMap(([column, values]) =>
    values === undefined ? [] : [{ column, values: values && [...new Set(values)] }],
  )

/**
 * The selection as disjoint branches of SQL (`from … where …`): one for each of its groups, or for
 * each value of its most selective column.
 *
 * An index has the rows of a branch in order, so a branch reads at most a page. Without branches all
 * rows would be read and sorted.
 */
export const toBranches = (list: List, selection: Selection): RawBuilder<unknown>[] => {
  const { groups = [], scope } = selection
  if (groups.length > 0 && groups.length <= maximumBranches) {
    return groups.map(({ values }) =>
      toRows(list, {
        scope,
        where: Object.fromEntries(
          Object.entries(values).map(([column, value]) => [column, [value]]),
        ),
      }),
    )
  }
  const filters = filtersOf(selection)
  const leading = filters.some(({ column }) => column === 'id')
    ? undefined
    : list.filters
        .map((name) => filters.find(({ column }) => column === name))
        .find((filter) => filter !== undefined)
  const values = leading?.values ?? []
  if (!leading || values.length < 2 || values.length > maximumBranches)
    return [toRows(list, selection)]
  return values.map((value) =>
    toRows(list, { ...selection, where: { ...selection.where, [leading.column]: [value] } }),
  )
}

/** The selection as one branch. */
export const toRows = (list: List, selection: Selection): RawBuilder<unknown> => {
  const conditions = filtersOf(selection).map(toCondition)
  const { since, until, and } = selection
  const bounds = [
    ...(since ? [sql`${sql.ref(since.column)} > ${since.value}`] : []),
    ...(until ? [sql`${sql.ref(until.column)} <= ${until.value}`] : []),
  ]
  const all = [
    sql`${sql.ref(list.scope)} = ${selection.scope}`,
    ...conditions,
    ...bounds,
    ...(and ? [and] : []),
  ]
  return sql`from ${sourceOf(list, selection)} where ${sql.join(all, sql` and `)}`
}

/**
 * Looks ids up before all other filters: otherwise a database may read all rows in the order of the
 * list.
 */
const sourceOf = ({ table }: List, selection: Selection): RawBuilder<unknown> => {
  const named = filtersOf(selection).find(
    ({ column, values }) => column === 'id' && values !== null && values.length > 0,
  )
  return named
    ? sql`(with named as materialized (select * from ${sql.table(table)} where ${toCondition(named)}) select * from named) as named`
    : sql.table(table)
}

const toCondition = ({ column, values }: Filter): RawBuilder<unknown> => {
  if (values === null) return sql`${sql.ref(column)} is null`
  if (values.length === 0) return sql`1 = 0`
  return values.length === 1
    ? sql`${sql.ref(column)} = ${values[0]}`
    : sql`${sql.ref(column)} in (${sql.join(values)})`
}
