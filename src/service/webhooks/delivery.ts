import type { WebhookDelivery } from '../../contract/webhooks.ts'
import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { parsePage, toPage } from '../platform/pagination.ts'
import type { Project } from '../projects/project.ts'
import { ServiceError } from '../service-error.ts'
import type { Subscriptions } from './subscription.ts'
import { deliveryStore, type DeliveryRow } from './store.ts'

export type Deliveries = ReturnType<typeof createDeliveries>

/** The rules of webhook deliveries. */
export const createDeliveries = (parts: { database: Database; subscriptions: Subscriptions; clock: Clock }) => {
  const store = deliveryStore(parts.database.handle)

  return {
    list: async (project: Project, subscriptionId: string, status: WebhookDelivery['status'] | undefined, query: Parameters<typeof parsePage>[0]) => {
      const page = parsePage(query)
      const { id } = await parts.subscriptions.get(project, subscriptionId)
      const { rows, total, next } = await store.page(id, status, page)
      return toPage(rows.map(toDelivery), total, page, next)
    },

    /** Makes a dead delivery pending again; its event keeps its id, so that a receiver that got it can tell. */
    replay: async (project: Project, id: string): Promise<WebhookDelivery> => {
      const replayed = await store.replay(project.id, id, timestamp(parts.clock))
      if (replayed) return toDelivery(replayed)
      const delivery = await store.find(project.id, id)
      if (!delivery) {
        throw new ServiceError('not_found', `No webhook delivery "${id}"`, { suggestedFix: 'GET /api/v3/webhook_subscriptions/{id}/deliveries lists those of a subscription' })
      }
      throw new ServiceError('invalid_request', `The webhook delivery "${id}" is ${delivery.status}; only a dead one can be replayed`, {
        suggestedFix: delivery.status === 'delivered' ? 'The receiver has it already' : 'Wait: it is tried again by itself',
      })
    },
  }
}

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event_id: row.event_id,
  event_type: row.event_type,
  status: row.status,
  attempts: JSON.parse(row.attempts) as WebhookDelivery['attempts'],
  next_attempt_at: row.next_attempt_at,
})
