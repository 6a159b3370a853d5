import { dayMs, minuteMs, type Clock } from '../clock.ts'
import type { Database } from '../database/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { hasExpired } from './delete-rows.ts'
import type { Expiry, Retention } from './retention.ts'
import { estimateRows, hasRow } from './store.ts'

const rowsName = 'plugboard_retention_rows'
const oldestName = 'plugboard_retention_oldest_seconds'
/** Counted no more often, however often metrics are read. */
const measuredEveryMs = 5 * minuteMs
const longestMs = 10 * 365 * dayMs
/** Ten years in steps of an hour and a half. */
const steps = 16

type Parts = { database: Database; clock: Clock; metrics: Metrics }
type Sample = { name: string; labels: { table: string }; value: number }

/** Registers how many rows the tables have that expire, and how old the oldest is. */
export const measureRows = (parts: Parts, tables: readonly Retention[]): void => {
  let measured: { at: number; samples: Promise<Sample[]> } | undefined
  parts.metrics.gauges(
    [
      {
        name: rowsName,
        help: 'Rows of a table whose rows expire: at most 100000 on SQLite, an estimate of PostgreSQL',
        labels: ['table'],
      },
      {
        name: oldestName,
        help: 'Age of the oldest row that expires at an age, to an hour and a half; 0 if there is none',
        labels: ['table'],
      },
    ],
    () => {
      const now = performance.now()
      if (!measured || now - measured.at > measuredEveryMs) {
        const samples = measureTables(parts, tables)
        measured = { at: now, samples }
        // What failed is tried again.
        samples.catch(() => (measured = undefined))
      }
      return measured.samples
    },
  )
}

const measureTables = async (parts: Parts, tables: readonly Retention[]): Promise<Sample[]> => {
  const samples: Sample[] = []
  for (const { table, expiry = [] } of tables) {
    if (expiry.length === 0) continue
    const labels = { table }
    samples.push({
      name: rowsName,
      labels,
      value: await estimateRows(parts.database.handle, table),
    })
    const aging = expiry.find(({ afterMs }) => afterMs > 0)
    if (aging) samples.push({ name: oldestName, labels, value: await findAge(parts, table, aging) })
  }
  return samples
}

/**
 * By halving: an index over blocks finds out whether there is an older row, and cannot say which is
 * the oldest.
 */
const findAge = async (
  { database, clock }: Parts,
  table: string,
  expiry: Expiry,
): Promise<number> => {
  const now = clock.now()
  const isOlder = (afterMs: number) =>
    hasRow(database.handle, table, hasExpired({ ...expiry, afterMs }, now))
  if (!(await isOlder(0))) return 0
  let [younger, older] = [0, longestMs]
  for (let step = 0; step < steps; step += 1) {
    const middle = (younger + older) / 2
    if (await isOlder(middle)) younger = middle
    else older = middle
  }
  return Math.round(younger / 1_000)
}
