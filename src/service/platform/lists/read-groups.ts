import { sql } from 'kysely'
import type { Handle } from '../database/index.ts'
import { counterName, type Counter, type Grouping, type List } from './list.ts'
import { filtersOf, type Group, type Selection } from './selection.ts'

/**
 * The counter that has the groups of a selection by several columns: one with totals of all these
 * columns.
 */
export const groupingOf = (list: List, selection: Selection): Grouping | undefined => {
  const filters = filtersOf(selection)
  if (filters.length < 2 || selection.and || selection.since || selection.until) return undefined
  if (filters.some(({ values }) => values === null || values.length === 0)) return undefined
  const isFiltered = (name: string) => filters.some(({ column }) => column === name)
  return list.counters
    ?.filter(isGrouping)
    .find(
      ({ by, within }) =>
        isFiltered(within) &&
        filters.every(({ column }) => column === within || by.includes(column)),
    )
}

/**
 * The groups of a selection: all groups within the selected values that match the other filters.
 */
export const readGroups = async (
  handle: Handle,
  list: List,
  grouping: Grouping,
  selection: Selection,
): Promise<Group[]> => {
  const filters = filtersOf(selection)
  const { by, within } = grouping
  const prefix = counterName(list.table, grouping)
  const names = (filters.find(({ column }) => column === within)?.values ?? []).map(
    (value) => `${prefix}${value}`,
  )
  const { rows } = await sql<{ counter: string; value: string; count: number }>`
    select counter, value, cast(sum(count) as bigint) as count from list_counts
    where scope = ${selection.scope} and counter in (${sql.join(names)}) group by counter, value having sum(count) > 0`.execute(
    handle,
  )
  const groups = rows.map(({ counter, value, count }) => ({
    values: { [within]: counter.slice(prefix.length), ...split(by, value) },
    count,
  }))
  return groups.filter((group) =>
    filters.every(({ column, values }) =>
      values?.some((value) => String(value) === group.values[column]),
    ),
  )
}

const isGrouping = (counter: Counter): counter is Grouping => counter.within !== undefined

/**
 * Parses the values of several columns from `list_counts`. Only the last may hold a colon.
 */
const split = (columns: readonly string[], text: string): Record<string, string> => {
  const parts = text.split(':')
  return Object.fromEntries(
    columns.map((column, index) => [
      column,
      index < columns.length - 1 ? (parts[index] ?? '') : parts.slice(index).join(':'),
    ]),
  )
}
