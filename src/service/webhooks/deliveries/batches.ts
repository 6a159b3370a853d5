import { createBatcher } from '../../platform/batcher.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Event, Events } from '../../platform/events/index.ts'
import { subscriptionStore } from '../store.ts'
import { deliveryStore, type DeliveryChange, type DeliveryWork } from './store.ts'

/** `event` is absent when it is no longer kept. */
export type LoadedDelivery = { work: DeliveryWork; event: Event | undefined }

type Wanted = { id: string; loaded?: LoadedDelivery }

/**
 * Reads deliveries, a batch of concurrent requests in two statements. `undefined` for a delivery
 * that is gone.
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

/** What becomes of a delivery, and of its subscription where this begins to fail, or ends to. */
export type NotedTry = {
  change: DeliveryChange
  health?: { subscription: string; failingSince: string | null } | undefined
}

const gatherMs = 20
const enough = 100

/**
 * Stores the outcome of tries, those that end at about the same time in one write. `sending` counts
 * those that are under way.
 */
export const createNoteTries = (
  database: Database,
  sending: () => number,
): ((noted: NotedTry) => Promise<void>) =>
  createBatcher<NotedTry>(
    async (noted) => {
      const changes = noted.map(({ change }) => change)
      const health = new Map(
        noted.flatMap(({ health }) => (health ? [[health.subscription, health.failingSince]] : [])),
      )
      if (health.size === 0) return deliveryStore(database.handle).noteAll(changes)
      await database.transaction(async (transaction) => {
        // Subscriptions first and in one order, as a deletion locks them: so nothing deadlocks.
        for (const [id, failingSince] of [...health].sort(([one], [other]) =>
          one < other ? -1 : 1,
        )) {
          await (failingSince === null
            ? subscriptionStore(transaction).noteWorking(id)
            : subscriptionStore(transaction).noteFailing(id, failingSince))
        }
        await deliveryStore(transaction).noteAll(changes)
      })
    },
    undefined,
    { maxDelayMs: gatherMs, batchSize: enough, expected: sending },
  )
