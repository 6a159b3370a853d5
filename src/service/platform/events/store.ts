import type { Handle } from '../database/index.ts'
import type { Event } from './events.ts'

type Tables = { events: { id: string; type: string; scope: string; data: string; at: string } }

const tables = (handle: Handle) => handle.withTables<Tables>()

/** Inserts nothing when the event exists. Returns whether it was inserted. */
export const insertEvent = async (transaction: Handle, event: Event): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tables(transaction)
    .insertInto('events')
    .values({ ...event, data: JSON.stringify(event.data) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const findEvents = async (handle: Handle, ids: string[]): Promise<Event[]> => {
  const rows = await tables(handle)
    .selectFrom('events')
    .selectAll()
    .where('id', 'in', ids)
    .execute()
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) }))
}
