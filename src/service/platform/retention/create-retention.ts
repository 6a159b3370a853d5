import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/index.ts'
import type { Event, Events } from '../events/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { Expiry, Owner, Retention } from './retention.ts'
import { all, deleteRows, equals, findOldest, isBefore, isOneOf, isUntil } from './store.ts'

const queue = 'retention'

type Parts = {
  database: Database
  events: Events
  jobs: Jobs
  clock: Clock
  metrics: Metrics
  /** The event that reports that a scope, such as a project, was deleted. */
  scopeDeleted: string
}

export type RetentionJobs = {
  /** Deletes now what is too old, as the job does every ten minutes. */
  deleteExpired(): Promise<void>
}

/**
 * Deletes the rows of all tables with what they belong to, and once they are too old: in batches,
 * in the order of the list, on whichever node runs the job. A table whose rows cannot be deleted
 * holds up no other, and is tried again.
 *
 * @example
 * createRetention({ database, events, jobs, clock, metrics, scopeDeleted: 'project.deleted' }, [
 *   { table: 'notes', key: ['id'], scope: 'project_id' },
 * ])
 */
export const createRetention = (parts: Parts, tables: readonly Retention[]): RetentionJobs => {
  const { database, events, jobs, clock } = parts
  const count = parts.metrics.counter({
    name: 'plugboard_deleted_rows_total',
    help: 'Rows that were deleted with their project or owner, or because of their age, by table',
    labels: ['table', 'reason'],
  })

  const remove = async (
    retention: Retention,
    reason: 'scope' | 'owner' | 'age',
    condition: RawBuilder<boolean>,
  ): Promise<void> => {
    const rows = await deleteRows(database.handle, retention, condition)
    count({ table: retention.table, reason }, rows)
  }

  const scoped = tables.filter(({ scope }) => scope !== undefined)
  events.subscribe(parts.scopeDeleted, queue, ({ scope: value }) =>
    forEach(scoped, ({ scope = '', ...retention }) =>
      remove(retention, 'scope', equals(scope, value)),
    ),
  )

  const owned = tables.flatMap((retention) =>
    (retention.owners ?? []).map((owner) => ({ retention, owner })),
  )
  for (const type of new Set(owned.map(({ owner }) => owner.event)))
    events.subscribe(type, queue, (event) =>
      forEach(
        owned.filter(({ owner }) => owner.event === type),
        ({ retention, owner }) => remove(retention, 'owner', ofOwner(retention, owner, event)),
      ),
    )

  const ageing = tables.flatMap((retention) =>
    (retention.expiry ?? []).map((expiry) => ({ retention, expiry })),
  )
  const deleteExpired = () =>
    forEach(ageing, ({ retention, expiry }) =>
      remove(retention, 'age', hasExpired(expiry, clock.now())),
    )
  jobs.define(queue, { retryDelaysSeconds: [60, 600] }, deleteExpired)
  jobs.schedule(queue, '*/10 * * * *', {})

  parts.metrics.gauges(
    [
      {
        name: 'plugboard_oldest_row_overdue_seconds',
        help: 'How long ago the oldest row of a table should have been deleted; 0 when none is overdue',
        labels: ['table'],
      },
    ],
    () =>
      Promise.all(
        ageing.map(async ({ retention: { table }, expiry }) => {
          const now = clock.now()
          const oldest = await findOldest(
            database.handle,
            table,
            expiry.column,
            hasExpired(expiry, now),
          )
          const overdueMs =
            oldest === undefined ? 0 : now.getTime() - expiry.afterMs - Date.parse(oldest)
          return {
            name: 'plugboard_oldest_row_overdue_seconds',
            labels: { table },
            value: Math.max(0, overdueMs) / 1_000,
          }
        }),
      ),
  )

  return { deleteExpired }
}

/** Goes through all, then fails if one failed. */
const forEach = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const errors: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, 'Rows of some tables were not deleted')
}

const ofOwner = (
  { scope }: Retention,
  { column, property = 'id', createdAt }: Owner,
  event: Event,
): RawBuilder<boolean> => {
  const data = z.record(z.string(), z.unknown()).parse(event.data)
  return all([
    ...(scope === undefined ? [] : [equals(scope, event.scope)]),
    equals(column, z.string().parse(data[property])),
    ...(createdAt === undefined ? [] : [isUntil(createdAt, event.at)]),
  ])
}

const hasExpired = ({ column, afterMs, only }: Expiry, now: Date): RawBuilder<boolean> => {
  const time = new Date(now.getTime() - afterMs).toISOString()
  const isOld = afterMs === 0 ? isUntil(column, time) : isBefore(column, time)
  return only ? all([isOld, isOneOf(only.column, only.values)]) : isOld
}
