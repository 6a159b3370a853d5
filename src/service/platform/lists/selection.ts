import { sql, type RawBuilder } from 'kysely'
import type { List } from './list.ts'

/** Which rows of a list are meant. */
export type Selection = {
  scope: string
  /** Column -> the values that are let through, none if there are none; null lets through rows without a value. */
  where?: Record<string, readonly (string | number)[] | null | undefined>
  /** Only rows whose column has a greater value, or the others. The greater ones are counted one by one, so they should be few. */
  since?: Bound | undefined
  until?: Bound | undefined
  /** What no column says alone; its rows are counted one by one. */
  and?: RawBuilder<unknown> | undefined
}

type Bound = { column: string; value: string }

export type Filter = { column: string; values: (string | number)[] | null }

/** More values of one column than these are not looked up one by one. */
const maximumBranches = 50

/** The filters of a selection, each value once. */
export const filtersOf = ({ where = {} }: Selection): Filter[] =>
  Object.entries(where).flatMap(([column, values]) => (values === undefined ? [] : [{ column, values: values && [...new Set(values)] }]))

/**
 * The selection as conditions that exclude each other: one for each value of the most telling column.
 *
 * For one value an index holds the rows in order, so each condition costs a page at most; for several at once they would all be read and sorted.
 */
export const toBranches = (list: List, selection: Selection): RawBuilder<unknown>[] => {
  const filters = filtersOf(selection)
  const leading = filters.some(({ column }) => column === 'id') ? undefined : list.filters.map((name) => filters.find(({ column }) => column === name)).find((filter) => filter !== undefined)
  const values = leading?.values ?? []
  if (!leading || values.length < 2 || values.length > maximumBranches) return [toCondition(list, selection)]
  return values.map((value) => toCondition(list, { ...selection, where: { ...selection.where, [leading.column]: [value] } }))
}

/** The selection as one condition. */
export const toCondition = (list: List, selection: Selection): RawBuilder<unknown> => {
  const conditions = filtersOf(selection).map(({ column, values }) => {
    if (values === null) return sql`${sql.ref(column)} is null`
    if (values.length === 0) return sql`1 = 0`
    return values.length === 1 ? sql`${sql.ref(column)} = ${values[0]}` : sql`${sql.ref(column)} in (${sql.join(values)})`
  })
  const { since, until, and } = selection
  const bounds = [...(since ? [sql`${sql.ref(since.column)} > ${since.value}`] : []), ...(until ? [sql`${sql.ref(until.column)} <= ${until.value}`] : [])]
  return sql.join([sql`${sql.ref(list.scope)} = ${selection.scope}`, ...conditions, ...bounds, ...(and ? [and] : [])], sql` and `)
}
