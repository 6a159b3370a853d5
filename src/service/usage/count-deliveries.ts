import type { RecordActivity } from '../endpoint/index.ts'
import { createBatcher } from '../platform/batcher.ts'
import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import { startOfDay, startOfHour } from './count-calls.ts'
import { classOf } from './duration-classes.ts'
import { countKey, usageStore, type CountRow } from './store.ts'

/** Beyond this, attempts are not counted: the database is slower than the project is busy. */
const maximumWaiting = 10_000
const maximumBatch = 1_000

/** An attempt, with its time in the place of the start of an interval. */
type Attempt = Omit<CountRow, 'start'> & { at: string }

/**
 * Counts attempts of deliveries in batches, without anybody waiting for it: what waits when a process
 * is killed is missing.
 */
export const createCountDeliveries = (parts: { database: Database; clock: Clock; log: Log }) => {
  const waiting = new Set<Promise<void>>()
  const add = createBatcher<Attempt>(
    (attempts) =>
      parts.database.transaction(async (transaction) => {
        const store = usageStore(transaction)
        await store.add('usage_hours', toRows(attempts, startOfHour))
        await store.add('usage_days', toRows(attempts, startOfDay))
      }),
    maximumBatch,
  )

  const count: RecordActivity = ({ id }, { type, outcome, duration_ms: duration }) => {
    if (type !== 'delivery' || waiting.size >= maximumWaiting) return
    const written = add({
      project_id: id,
      dimension: 'delivery',
      at: timestamp(parts.clock),
      value: '',
      toolkit: '',
      status: outcome === 'success' ? 'success' : 'error',
      duration_class: classOf(duration ?? 0),
      calls: 1,
      duration_ms: duration ?? 0,
    })
      .catch((error: unknown) =>
        parts.log.warn({ err: error, project: id }, 'a delivery could not be counted'),
      )
      .finally(() => waiting.delete(written))
    waiting.add(written)
  }
  return { count, finish: () => Promise.all(waiting) }
}

/** Rows with the same key in one, in the order of their keys, so that two nodes cannot deadlock. */
const toRows = (attempts: readonly Attempt[], startOf: (time: string) => string): CountRow[] => {
  const rows = new Map<string, CountRow>()
  for (const { at, ...attempt } of attempts) {
    const row = { ...attempt, start: startOf(at) }
    const key = JSON.stringify(countKey.map((column) => row[column]))
    const known = rows.get(key)
    if (!known) rows.set(key, row)
    else {
      known.calls += row.calls
      known.duration_ms += row.duration_ms
    }
  }
  return [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}
