import { isFilled, type Handle } from '../database/index.ts'
import type { List } from './list.ts'

/** The list with the counters that can be read: those that no online step still fills. */
export const withFilledCounters = async (handle: Handle, list: List): Promise<List> => {
  if (!list.counters?.some(({ filledBy }) => filledBy !== undefined)) return list
  const counters = []
  for (const { filledBy, ...counter } of list.counters)
    if (filledBy === undefined || (await isFilled(handle, filledBy))) counters.push(counter)
  return { ...list, counters }
}

/** Whether the list counts by a column, or all rows of a scope. */
export const isCounted = ({ counters = [] }: List, column?: string): boolean =>
  counters.some(
    ({ by, whereNull, within }) =>
      by.join() === (column ?? '') && whereNull === undefined && within === undefined,
  )
