import { sql } from 'kysely'
import type { Handle } from '../database/index.ts'
import { isCounted, withFilledCounters } from './filled-counters.ts'
import { counterName, type Counter, type List } from './list.ts'
import { groupingOf, readGroups } from './read-groups.ts'
import { filtersOf, toRows, type Filter, type Selection } from './selection.ts'

/**
 * The exact number of rows of a selection: the sum of a counter's totals if one fits, otherwise a
 * count in the index of one of the filters.
 */
export const countRows = async (
  handle: Handle,
  given: List,
  selection: Selection,
): Promise<number> => {
  const list = await withFilledCounters(handle, given)
  const filters = filtersOf(selection)
  if (filters.some(({ values }) => values?.length === 0)) return 0
  const grouping = selection.groups ? undefined : groupingOf(list, selection)
  const groups = grouping ? await readGroups(handle, list, grouping, selection) : selection.groups
  if (groups) return groups.reduce((sum, { count }) => sum + count, 0)
  const { until, ...whole } = selection
  if (until)
    return (
      (await countRows(handle, list, whole)) -
      (await countRows(handle, list, { ...whole, since: until }))
    )
  const counter =
    selection.and || selection.since
      ? undefined
      : list.counters?.find((candidate) => fits(candidate, filters))
  const { rows } = await (
    counter
      ? sql<{
          count: number
        }>`select cast(coalesce(sum(count), 0) as bigint) as count from list_counts
        where scope = ${selection.scope} and counter = ${counterName(list.table, counter)} and value in (${sql.join(valuesOf(counter, filters))})`
      : sql<{ count: number }>`select count(*) as count ${toRows(list, selection)}`
  ).execute(handle)
  return rows[0]?.count ?? 0
}

/** The totals of each value that has rows. */
export const countByValue = async (
  handle: Handle,
  given: List,
  scope: string,
  column: string,
  values?: readonly string[],
): Promise<Map<string, number>> => {
  if (values?.length === 0) return new Map()
  const list = await withFilledCounters(handle, given)
  if (!isCounted(list, column)) return countRowsByValue(handle, list, scope, column, values)
  const { rows } = await sql<{ value: string; count: number }>`
    select value, cast(sum(count) as bigint) as count from list_counts
    where scope = ${scope} and counter = ${counterName(list.table, { by: [column] })} ${values ? sql`and value in (${sql.join(values)})` : sql``}
    group by value having sum(count) > 0`.execute(handle)
  return new Map(rows.map(({ value, count }) => [value, count]))
}

/** The totals of each scope that has rows, of a list that counts all rows of a scope. */
export const countByScope = async (
  handle: Handle,
  given: List,
  scopes: readonly string[],
): Promise<Map<string, number>> => {
  if (scopes.length === 0) return new Map()
  const list = await withFilledCounters(handle, given)
  if (!isCounted(list)) {
    const counts = new Map<string, number>()
    for (const scope of scopes) {
      const count = await countRows(handle, list, { scope })
      if (count > 0) counts.set(scope, count)
    }
    return counts
  }
  const { rows } = await sql<{ scope: string; count: number }>`
    select scope, cast(sum(count) as bigint) as count from list_counts
    where scope in (${sql.join(scopes)}) and counter = ${counterName(list.table, { by: [] })} and value = ''
    group by scope`.execute(handle)
  return new Map(rows.map(({ scope, count }) => [scope, count]))
}

const countRowsByValue = async (
  handle: Handle,
  { table, scope: owner }: List,
  scope: string,
  column: string,
  values?: readonly string[],
): Promise<Map<string, number>> => {
  const value = sql`cast(${sql.ref(column)} as text)`
  const { rows } = await sql<{ value: string; count: number }>`
    select ${value} as value, count(*) as count from ${sql.table(table)}
    where ${sql.ref(owner)} = ${scope} and ${sql.ref(column)} is not null
    ${values ? sql`and ${value} in (${sql.join(values)})` : sql``} group by 1`.execute(handle)
  return new Map(rows.map((row) => [row.value, row.count]))
}

const fits = ({ by, whereNull, within }: Counter, filters: Filter[]): boolean =>
  within === undefined &&
  filters.length === by.length + (whereNull === undefined ? 0 : 1) &&
  filters.every(({ column, values }) =>
    values === null ? column === whereNull : by.includes(column),
  )

/** Every combination of the filters' values, as `list_counts` writes them. */
const valuesOf = ({ by }: Counter, filters: Filter[]): string[] =>
  by
    .map((name) => filters.find(({ column }) => column === name)?.values ?? [])
    .reduce<string[][]>(
      (combinations, values) =>
        combinations.flatMap((combination) =>
          values.map((value) => [...combination, String(value)]),
        ),
      [[]],
    )
    .map((combination) => combination.join(':'))
