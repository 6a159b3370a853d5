import { z } from 'zod'
import { dayMs, hourMs, minuteMs, type Clock } from '../clock.ts'
import type { Database } from '../database/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/index.ts'
import {
  deleteExpired,
  deleteOwned,
  deleteScope,
  hasExpired,
  type Deleted,
  type Deletion,
} from './delete-rows.ts'
import type { Expiry, Retention } from './retention.ts'
import { fillTimes } from './fill-times.ts'
import { measureRows } from './measure-rows.ts'
import { repairTimes } from './repair-times.ts'
import { retireUnused } from './retire-unused.ts'
import { findOldest } from './store.ts'
import { tryEach } from './try-each.ts'

const queue = 'retention'
/** Deletes what was written while its scope was being deleted. */
const lateQueue = 'retention-late'
const lateJob = z.object({ scope: z.string() })
/** How long a clock runs without a jump until it is believed to be right. */
const steadyMs = hourMs
/** A service that was off for longer waits until its clock is believed. */
const longestOffMs = 2 * dayMs
const overdueName = 'plugboard_retention_overdue_seconds'

type Parts = {
  database: Database
  events: {
    subscribe(type: string, subscriber: string, handle: (event: Deletion) => Promise<void>): void
  }
  jobs: Jobs
  clock: Clock
  log?: Log
  metrics: Metrics
  /** The event that reports that a scope, such as a project, was deleted. */
  scopeDeleted: string
  /** How long work that began before may still write rows of the scope. Default: 2 minutes. */
  writesAfterMs?: number
}

/**
 * Deletes the rows of all tables with their scope or owner, and when they expire: in batches, in
 * the order of the list, on whichever node runs the job. A table whose rows cannot be deleted does
 * not delay the others, and is retried.
 *
 * @example
 * createRetention({ database, events, jobs, clock, metrics, scopeDeleted: 'project.deleted' }, [
 *   { table: 'notes', key: ['id'], scope: 'project_id' },
 * ])
 */
export const createRetention = (parts: Parts, tables: readonly Retention[]): void => {
  const { database, events, jobs, clock, log, metrics, writesAfterMs = 2 * minuteMs } = parts
  const count = metrics.counter({
    name: 'plugboard_retention_deleted_rows_total',
    help: 'Rows deleted with their project or owner, or because of their age, by table',
    labels: ['table', 'reason'],
  })
  const onDeleted = ({ table, reason, rows }: Deleted) => count({ table, reason }, rows)

  events.subscribe(parts.scopeDeleted, queue, async ({ scope }) => {
    await database.transaction(
      async (transaction) =>
        void (await jobs.enqueue(
          transaction,
          lateQueue,
          { scope },
          { delaySeconds: Math.ceil(writesAfterMs / 1000), singletonKey: scope },
        )),
    )
    await deleteScope(database.handle, tables, scope, onDeleted)
  })
  jobs.define(lateQueue, { retryDelaysSeconds: [60, 600, 3600], data: lateJob }, ({ scope }) =>
    deleteScope(database.handle, tables, scope, onDeleted),
  )
  const ofOwners = new Set(tables.flatMap(({ owners = [] }) => owners.map(({ event }) => event)))
  for (const type of ofOwners)
    events.subscribe(type, queue, (event) => deleteOwned(database.handle, tables, event, onDeleted))
  jobs.define(queue, { retryDelaysSeconds: [60, 600] }, async () => {
    // What is deleted, or moved back, stays so when the clock is set right.
    const { forMs, hasJumped } = clock.steadiness?.() ?? { forMs: steadyMs, hasJumped: false }
    const isSteady = forMs >= steadyMs
    if (!isSteady && (hasJumped || (await isFarBehind(parts)))) {
      log?.warn(
        hasJumped
          ? 'The clock has jumped within the last hour: nothing is deleted for its age'
          : 'By the clock the service was off for days, or the clock is wrong: within an hour of the start nothing is deleted for its age',
      )
      return 'skipped'
    }
    await tryEach(
      [
        ...(isSteady ? [() => repairTimes(database.handle, tables, clock.now())] : []),
        () => fillTimes(database.handle, tables, clock.now()),
        () => retireUnused(database, tables, clock.now()),
        () => deleteExpired(database.handle, tables, clock.now(), onDeleted),
      ],
      (step) => step(),
    )
  })
  jobs.schedule(queue, '*/10 * * * *', {})

  measureRows(parts, tables)
  metrics.gauges(
    [
      {
        name: overdueName,
        help: 'How long the deletion of the oldest row of a table is overdue; 0 if none is',
        labels: ['table'],
      },
    ],
    () =>
      Promise.all(
        tables.flatMap(({ table, expiry = [] }) =>
          expiry.map(async (each) => ({
            name: overdueName,
            labels: { table },
            value: await overdueSeconds(parts, table, each),
          })),
        ),
      ),
  )
}

/** A node with a wrong clock and one that was off for so long look alike when they start. */
const isFarBehind = async ({ jobs, clock }: Parts): Promise<boolean> => {
  const last = (await jobs.successes()).find((each) => each.queue === queue)?.succeededAt
  return last ? clock.now().getTime() - last.getTime() > longestOffMs : false
}

const overdueSeconds = async (
  { database, clock }: Parts,
  table: string,
  expiry: Expiry,
): Promise<number> => {
  const now = clock.now()
  const oldest = await findOldest(database.handle, table, expiry.column, hasExpired(expiry, now))
  if (oldest === undefined) return 0
  const time = expiry.unit === 'minute' ? Number(oldest) * minuteMs : Date.parse(String(oldest))
  return Math.max(0, now.getTime() - expiry.afterMs - time) / 1_000
}
