import { dayMs, timestamp, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import { subscriptionStore } from './store.ts'

type FailedDelivery = { project_id: string; subscription_id: string; failing_since: string | null }

/** Updates a subscription after a failed attempt; resolves to whether it is disabled now. */
export type UpdateHealth = {
  failing(delivery: FailedDelivery): Promise<boolean>
  gone(delivery: FailedDelivery): Promise<boolean>
}

/** How long every attempt may fail before the subscription is disabled (rule 12.6). */
const maximumFailingMs = 5 * dayMs

/** Disables subscriptions whose receiver answers 410 or keeps failing, with an event. */
export const createUpdateHealth = ({
  database,
  events,
  clock,
}: {
  database: Database
  events: Events
  clock: Clock
}): UpdateHealth => {
  const disable = async ({ project_id, subscription_id }: FailedDelivery): Promise<true> => {
    await database.transaction(async (transaction) => {
      const disabled = await subscriptionStore(transaction).disable(
        subscription_id,
        timestamp(clock),
      )
      if (disabled)
        await events.publish(transaction, {
          type: 'webhook_subscription.disabled',
          scope: project_id,
          data: { id: subscription_id },
        })
    })
    return true
  }

  return {
    failing: async (delivery) => {
      const { failing_since: since } = delivery
      if (since === null) return false
      // What lies before a jump of the clock says nothing of how long it took.
      const { forMs = Number.POSITIVE_INFINITY, hasJumped = false } = clock.steadiness?.() ?? {}
      const failingMs = clock.now().getTime() - Date.parse(since)
      const isOver = (hasJumped ? Math.min(failingMs, forMs) : failingMs) >= maximumFailingMs
      return isOver && disable(delivery)
    },
    gone: disable,
  }
}
