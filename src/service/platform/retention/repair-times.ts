import { minuteMs, toleranceMs } from '../clock.ts'
import type { Handle } from '../database/index.ts'
import type { Expiry, Retention } from './retention.ts'
import { all, isAfter, isOneOf, setColumn } from './store.ts'
import { tryEach } from './try-each.ts'

/**
 * Moves back the times that a wrong clock has written, so that rows of a moment in which it was a
 * year ahead are not kept, or valid, for a year longer. Times that identify their row stay.
 *
 * @example
 * await repairTimes(database.handle, tables, clock.now())
 */
export const repairTimes = (
  handle: Handle,
  tables: readonly Retention[],
  now: Date,
): Promise<void> =>
  tryEach(tables, async (retention) => {
    for (const expiry of retention.expiry ?? [])
      if (!retention.key.includes(expiry.column)) await repairColumn(handle, retention, expiry, now)
  })

const repairColumn = async (
  handle: Handle,
  retention: Retention,
  { column, unit = 'time', aheadMs = 0, only }: Expiry,
  now: Date,
): Promise<void> => {
  const inUnit = (ms: number) =>
    unit === 'minute' ? Math.ceil(ms / minuteMs) : new Date(ms).toISOString()
  const latest = now.getTime() + aheadMs
  const isAhead = isAfter(column, inUnit(latest + toleranceMs))
  await setColumn(
    handle,
    retention,
    { column, value: inUnit(latest) },
    only ? all([isAhead, isOneOf(only.column, only.values)]) : isAhead,
  )
}
