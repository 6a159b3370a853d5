import { createBatcher } from '../../platform/batcher.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Event, Events } from '../../platform/events/index.ts'
import { subscriptionStore } from '../store.ts'
import { deliveryStore, type DeliveryChange, type DeliveryWork } from './store.ts'

/** `event` is absent when it is no longer kept. */
export type LoadedDelivery = { work: DeliveryWork; event: Event | undefined }

type Request = { id: string; loaded?: LoadedDelivery }

/**
 * Reads deliveries, a batch of concurrent requests in two statements; `undefined` for a deleted
 * one.
 */
export const createLoadDelivery = ({
  database,
  events,
}: {
  database: Database
  events: Events
}): ((id: string) => Promise<LoadedDelivery | undefined>) => {
  const load = createBatcher<Request>(async (requests) => {
    const rows = await deliveryStore(database.handle).load(requests.map(({ id }) => id))
    // A delivery that was attempted before has its body.
    const unread = rows.filter(({ body }) => body === null).map((row) => row.event_id)
    const found = unread.length > 0 ? await events.find([...new Set(unread)]) : []
    const byId = new Map(rows.map((work) => [work.id, work]))
    const eventById = new Map(found.map((event) => [event.id, event]))
    for (const each of requests) {
      const work = byId.get(each.id)
      if (work) each.loaded = { work, event: eventById.get(work.event_id) }
    }
  })

  return async (id) => {
    const request: Request = { id }
    await load(request)
    return request.loaded
  }
}

/** The outcome of an attempt, and the change of the subscription's health if there is one. */
export type StoredOutcome = {
  change: DeliveryChange
  health?: { subscription: string; failingSince: string | null } | undefined
}

const maximumDelayMs = 20
const batchSize = 100

/**
 * Stores the outcomes of attempts, those that end at about the same time in one write. `sending` is
 * the number of attempts in progress.
 */
export const createStoreOutcomes = (
  database: Database,
  sending: () => number,
): ((outcome: StoredOutcome) => Promise<void>) =>
  createBatcher<StoredOutcome>(
    async (outcomes) => {
      const changes = outcomes.map(({ change }) => change)
      const health = new Map(
        outcomes.flatMap(({ health }) =>
          health ? [[health.subscription, health.failingSince]] : [],
        ),
      )
      if (health.size === 0) return deliveryStore(database.handle).noteAll(changes)
      await database.transaction(async (transaction) => {
        // Subscriptions before deliveries and by id, the order in which a deletion locks them, to avoid
        // deadlocks.
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
    { maxDelayMs: maximumDelayMs, batchSize, expected: sending },
  )
