import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { minuteMs } from '../clock.ts'
import type { Handle } from '../database/index.ts'
import type { Expiry, Owner, Remove, Retention } from './retention.ts'
import { all, deleteRows, equals, isBefore, isOneOf, isUntil, listSome } from './store.ts'
import { tryEach } from './try-each.ts'

/** An event that reports the deletion of a record, such as `account.deleted`. */
export type Deletion = { type: string; scope: string; data: unknown; at: string }

/** How many rows of a table were deleted. */
export type Deleted = { table: string; reason: 'scope' | 'owner' | 'age'; rows: number }
type OnDeleted = (deleted: Deleted) => void

/** Deletes everything of a scope, such as a project. */
export const deleteScope = (
  handle: Handle,
  tables: readonly Retention[],
  scope: string,
  onDeleted?: OnDeleted,
): Promise<void> =>
  tryEach(tables, async (retention) => {
    if (retention.scope === undefined) return
    const rows = await deleteRows(handle, retention, equals(retention.scope, scope))
    onDeleted?.({ table: retention.table, reason: 'scope', rows })
  })

/** Deletes the rows that belonged to the deleted record of an event. */
export const deleteOwned = (
  handle: Handle,
  tables: readonly Retention[],
  event: Deletion,
  onDeleted?: OnDeleted,
): Promise<void> =>
  tryEach(tables, async (retention) => {
    for (const owner of retention.owners ?? []) {
      if (owner.event !== event.type) continue
      const rows = await deleteRows(handle, retention, ofOwner(retention, owner, event))
      onDeleted?.({ table: retention.table, reason: 'owner', rows })
    }
  })

/** Deletes expired rows. */
export const deleteExpired = (
  handle: Handle,
  tables: readonly Retention[],
  now: Date,
  onDeleted?: OnDeleted,
): Promise<void> =>
  tryEach(tables, async (retention) => {
    for (const expiry of retention.expiry ?? []) {
      const rows = expiry.remove
        ? await removeRows(handle, retention, expiry.remove, hasExpired(expiry, now))
        : await deleteRows(handle, retention, hasExpired(expiry, now))
      onDeleted?.({ table: retention.table, reason: 'age', rows })
    }
  })

const pageSize = 100

/** Has the capability delete the rows, a page after the other, until a page begins as the last did. */
const removeRows = async (
  handle: Handle,
  { table, key, scope = '' }: Retention,
  remove: Remove,
  condition: RawBuilder<boolean>,
): Promise<number> => {
  let removed = 0
  for (let first = ''; ;) {
    const rows = await listSome(handle, { table, key, scope }, condition, pageSize)
    await tryEach(rows, async (row) => {
      await remove(row, condition)
      removed += 1
    })
    const begin = JSON.stringify(rows[0]?.key)
    if (rows.length < pageSize || begin === first) return removed
    first = begin
  }
}

export const hasExpired = (expiry: Expiry, now: Date): RawBuilder<boolean> => {
  const { column, unit = 'time', afterMs, only } = expiry
  const time = new Date(now.getTime() - afterMs)
  const limit = unit === 'minute' ? Math.floor(time.getTime() / minuteMs) : time.toISOString()
  // Rows expire at `expires_at` and are still valid at that very moment.
  const isOld = afterMs === 0 ? isUntil(column, limit) : isBefore(column, limit)
  return only ? all([isOld, isOneOf(only.column, only.values)]) : isOld
}

const ofOwner = (
  { scope }: Retention,
  { column, property = 'id', createdAt }: Owner,
  event: Deletion,
): RawBuilder<boolean> => {
  const data = z.record(z.string(), z.unknown()).parse(event.data)
  return all([
    ...(scope === undefined ? [] : [equals(scope, event.scope)]),
    equals(column, z.string().parse(data[property])),
    ...(createdAt === undefined ? [] : [isUntil(createdAt, event.at)]),
  ])
}
