import { webhookDelivery, type WebhookDelivery } from '../../../contract/webhooks.ts'
import type { Project } from '../../endpoint/index.ts'
import { timestamp, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { parsePage, toPageOf } from '../../platform/pagination.ts'
import { storedJson } from '../../platform/stored-json.ts'
import { ServiceError } from '../../service-error.ts'
import type { Subscriptions } from '../subscription.ts'
import { deliveryQueue, toDeliveryJob } from './delivery-job.ts'
import { deliveryStore, type DeliveryRow } from './store.ts'

export type Deliveries = ReturnType<typeof createDeliveries>

/** The rules of webhook deliveries. */
export const createDeliveries = (parts: {
  database: Database
  subscriptions: Subscriptions
  jobs: Jobs
  clock: Clock
}) => {
  const store = deliveryStore(parts.database.handle)

  const replay = (project: Project, { id, attempts }: DeliveryRow) =>
    parts.database.transaction(async (transaction) => {
      const replayed = await deliveryStore(transaction).replay(
        project.id,
        id,
        timestamp(parts.clock),
        readAttempts(attempts, id).length,
      )
      // Without the singleton key: the job of the last attempt may still be finishing.
      if (replayed)
        await parts.jobs.enqueue(transaction, deliveryQueue, toDeliveryJob(replayed).data, {
          key: replayed.subscription_id,
        })
      return replayed
    })

  return {
    list: async (
      project: Project,
      subscriptionId: string,
      status: WebhookDelivery['status'] | undefined,
      query: Parameters<typeof parsePage>[0],
    ) => {
      const page = parsePage(query)
      const { id } = await parts.subscriptions.get(project, subscriptionId)
      return toPageOf(await store.page(id, status, page), page, toDelivery)
    },

    /**
     * Makes a dead delivery pending again; its event keeps its id, so that the receiver can detect
     * a duplicate.
     */
    replay: async (project: Project, id: string): Promise<WebhookDelivery> => {
      const found = await store.find(project.id, id)
      const replayed = found && (await replay(project, found))
      if (replayed) return toDelivery(replayed)
      // Read again: a concurrent request may have replayed it.
      const delivery = await store.find(project.id, id)
      if (!delivery) {
        throw new ServiceError('not_found', `No webhook delivery "${id}"`, {
          suggestedFix:
            'GET /api/v3/webhook_subscriptions/{id}/deliveries lists those of a subscription',
        })
      }
      throw new ServiceError(
        'invalid_request',
        `The webhook delivery "${id}" is ${delivery.status}; only a dead one can be replayed`,
        {
          suggestedFix:
            delivery.status === 'delivered'
              ? 'The receiver has received it already'
              : 'Wait: it is retried automatically',
        },
      )
    },
  }
}

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event_id: row.event_id,
  event_type: row.event_type,
  status: row.status,
  attempts: readAttempts(row.attempts, row.id),
  next_attempt_at: row.next_attempt_at,
})

export const readAttempts = storedJson(
  'webhook_deliveries.attempts',
  webhookDelivery.shape.attempts,
)
