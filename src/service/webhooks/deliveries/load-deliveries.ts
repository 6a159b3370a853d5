import { createBatcher } from '../../platform/batcher.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Event, Events } from '../../platform/events/index.ts'
import { deliveryStore, type DeliveryWork } from './store.ts'

/** `event` is absent when it is no longer kept. */
export type LoadedDelivery = { work: DeliveryWork; event: Event | undefined }

type Wanted = { id: string; loaded?: LoadedDelivery }

/**
 * Reads deliveries, all that are asked for at the same time in two statements. `undefined` when one
 * is gone.
 */
export const createLoadDelivery = ({
  database,
  events,
}: {
  database: Database
  events: Events
}): ((id: string) => Promise<LoadedDelivery | undefined>) => {
  const load = createBatcher<Wanted>(async (wanted) => {
    const rows = await deliveryStore(database.handle).load(wanted.map(({ id }) => id))
    // What was tried before has its body.
    const unread = rows.filter(({ body }) => body === null).map((row) => row.event_id)
    const found = unread.length > 0 ? await events.find([...new Set(unread)]) : []
    const byId = new Map(rows.map((work) => [work.id, work]))
    const eventById = new Map(found.map((event) => [event.id, event]))
    for (const each of wanted) {
      const work = byId.get(each.id)
      if (work) each.loaded = { work, event: eventById.get(work.event_id) }
    }
  })

  return async (id) => {
    const wanted: Wanted = { id }
    await load(wanted)
    return wanted.loaded
  }
}
