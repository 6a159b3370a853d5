import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import { subscriptionStore } from './store.ts'

type Tried = { project_id: string; subscription_id: string; failing_since: string | null }

/** What a failed try does to its subscription; answers whether that is disabled now. */
export type NoteHealth = {
  failing(tried: Tried): Promise<boolean>
  gone(tried: Tried): Promise<boolean>
}

/** How long a subscription may only fail (rule 12.6). */
const patienceMs = 5 * 24 * 60 * 60 * 1000

/** Disables subscriptions that want no more deliveries or only fail, and says so by an event. */
export const createNoteHealth = ({
  database,
  events,
  clock,
}: {
  database: Database
  events: Events
  clock: Clock
}): NoteHealth => {
  const disable = async ({ project_id, subscription_id }: Tried): Promise<true> => {
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
    failing: async (tried) => {
      const isOver =
        tried.failing_since !== null &&
        clock.now().getTime() - Date.parse(tried.failing_since) >= patienceMs
      return isOver && disable(tried)
    },
    gone: disable,
  }
}
