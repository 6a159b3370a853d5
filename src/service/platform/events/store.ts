import type { Handle } from '../database/index.ts'
import type { Event } from './events.ts'

type Tables = { events: { id: string; type: string; scope: string; data: string; at: string } }

const tables = (handle: Handle) => handle.withTables<Tables>()

export const insertEvent = async (transaction: Handle, event: Event): Promise<void> => {
  await tables(transaction)
    .insertInto('events')
    .values({ ...event, data: JSON.stringify(event.data) })
    .execute()
}

export const findEvent = async (handle: Handle, id: string): Promise<Event | null> => {
  const row = await tables(handle).selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? { ...row, data: JSON.parse(row.data) } : null
}

export const removeEventsBefore = async (handle: Handle, at: string): Promise<void> => {
  await tables(handle).deleteFrom('events').where('at', '<', at).execute()
}
