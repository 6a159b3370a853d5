import { createBatcher } from '../../platform/batcher.ts'
import type { Database } from '../../platform/database/index.ts'
import { subscriptionStore } from '../store.ts'
import { deliveryStore, type DeliveryChange } from './store.ts'

/** What becomes of a delivery, and of its subscription where this begins to fail, or ends to. */
export type NotedTry = {
  change: DeliveryChange
  health?: { subscription: string; failingSince: string | null } | undefined
}

const gatherMs = 20
const enough = 100

/**
 * Notes tries, all that end at about the same time in one write. `sending` tells how many are under
 * way.
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
        // The subscriptions first and in one order, as whoever deletes one comes by them: so nobody
        // waits for somebody who waits for him.
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
    { forMs: gatherMs, enough, expected: sending },
  )
