import type { ExecutionLogs, LoggedCall } from '../execution/index.ts'
import { minuteMs, toleranceMs, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { orderedIdAt } from '../platform/ids.ts'
import { classOf } from './duration-classes.ts'
import { usageStore, type CountRow } from './store.ts'

const callsAtOnce = 500

/**
 * Entries of the last minute are left for the next time: those of other nodes may be stored a moment
 * later than their ids say, or their clocks be behind.
 */
const settlingMs = minuteMs

/**
 * Adds the calls that were logged since the last time to the counts of their hours and days, each
 * once: counts and position change in one transaction, under the lock of the position. It is done in
 * the background, so that a call pays nothing for being counted.
 */
export const createCountCalls = (parts: {
  database: Database
  logs: Pick<ExecutionLogs, 'listBetween'>
  clock: Clock
}) => {
  /** Resolves to whether there may be more. */
  const countSome = ({ end, latest }: { end: string; latest: string }): Promise<boolean> =>
    parts.database.transaction(async (transaction) => {
      const store = usageStore(transaction)
      let isMore = false
      await store.advance(async ({ position }) => {
        // A clock that was far ahead counted until then: the next call would be counted when that comes.
        if (position > latest) return { position: end }
        if (position >= end) return undefined
        const calls = await parts.logs.listBetween(transaction, position, end, callsAtOnce)
        await store.add('usage_hours', toRows(calls, startOfHour))
        await store.add('usage_days', toRows(calls, startOfDay))
        const last = calls.length === callsAtOnce ? calls.at(-1) : undefined
        isMore = last !== undefined
        return { position: last?.id ?? end }
      })
      return isMore
    })

  return async (signal?: AbortSignal): Promise<void> => {
    const now = parts.clock.now().getTime()
    const until = {
      end: orderedIdAt('log_', now - settlingMs),
      latest: orderedIdAt('log_', now + toleranceMs),
    }
    do signal?.throwIfAborted()
    while (await countSome(until))
  }
}

export const startOfHour = (time: string): string => `${time.slice(0, 13)}:00:00.000Z`
export const startOfDay = (time: string): string => `${time.slice(0, 10)}T00:00:00.000Z`

const toRows = (
  calls: readonly LoggedCall[],
  startOf: (time: string) => string,
): readonly CountRow[] => {
  const rows = new Map<string, CountRow>()
  const add = (call: LoggedCall, of: Pick<CountRow, 'dimension' | 'value' | 'toolkit'>) => {
    const start = startOf(call.started_at)
    const duration_class = classOf(call.duration_ms)
    const key = JSON.stringify([call.project_id, start, of, call.status, duration_class])
    const row = rows.get(key)
    if (row) {
      row.calls += 1
      row.duration_ms += call.duration_ms
    } else {
      const { project_id, status, duration_ms } = call
      rows.set(key, { project_id, ...of, start, status, duration_class, calls: 1, duration_ms })
    }
  }
  for (const call of calls) {
    add(call, { dimension: 'tool', value: call.tool_slug, toolkit: call.toolkit_slug })
    if (call.user_id !== null) add(call, { dimension: 'user', value: call.user_id, toolkit: '' })
  }
  return [...rows.values()]
}
