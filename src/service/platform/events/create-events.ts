import { z } from 'zod'
import { timestamp, type Clock } from '../clock.ts'
import type { Database } from '../database/index.ts'
import { createId } from '../ids.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Event, Events } from './events.ts'
import { findEvents, insertEvent } from './store.ts'

/** About 14 hours in total: a subscriber that is repaired within a working day loses no event. */
const retryDelaysSeconds = [1, 5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600]

/**
 * An outbox in the service's database: `publish` writes the event and one job for each subscriber.
 *
 * @example
 * const events = createEvents(database, jobs, { clock: systemClock })
 * events.subscribe('invoice.paid', 'mail', async ({ id, data }) => sendReceipt(id, data))
 * await jobs.start()
 * await database.transaction((transaction) => events.publish(transaction, { type: 'invoice.paid', scope: 'tenant_1', data: { invoice: 'inv_1' } }))
 */
export const createEvents = (
  database: Database,
  jobs: Jobs,
  { clock }: { clock: Clock },
): Events => {
  const queues = new Map<string, string[]>()
  const companions = new Map<string, Parameters<Events['accompany']>[1][]>()

  return {
    publish: async (transaction, { id = createId('evt_'), type, scope, data, trace }) => {
      const event: Event = { id, type, scope, data, at: timestamp(clock) }
      if (!(await insertEvent(transaction, event))) return id
      for (const write of companions.get(type) ?? []) await write(transaction, event, trace)
      for (const queue of queues.get(type) ?? [])
        await jobs.enqueue(transaction, queue, { event: event.id }, { trace })
      return id
    },
    subscribe: (type, subscriber, handler) => {
      const queue = `event.${type}.${subscriber}`
      jobs.define(
        queue,
        { retryDelaysSeconds, data: z.object({ event: z.string() }) },
        async ({ event: id }) => {
          const [event] = await findEvents(database.handle, [id])
          if (event) await handler(event)
        },
      )
      queues.set(type, [...(queues.get(type) ?? []), queue])
    },
    accompany: (type, write) => void companions.set(type, [...(companions.get(type) ?? []), write]),
    find: (ids) => findEvents(database.handle, ids),
  }
}
