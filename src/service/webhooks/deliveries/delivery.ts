import {
  mostRecovered,
  webhookDelivery,
  type WebhookDelivery,
  type WebhookEventType,
} from '../../../contract/webhooks.ts'
import type { Project } from '../../endpoint/index.ts'
import { timestamp, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { parsePage, toPageOf } from '../../platform/pagination.ts'
import { storedJson } from '../../platform/stored-json.ts'
import { ServiceError } from '../../service-error.ts'
import type { Subscription, Subscriptions } from '../subscription.ts'
import { deliveryQueue, toDeliveryJob } from './delivery-job.ts'
import { deliveryStore, type DeliveryRow } from './store.ts'
import { toTestDelivery } from './to-test-delivery.ts'

export type Deliveries = ReturnType<typeof createDeliveries>

const batchSize = 200

/** The rules of webhook deliveries. */
export const createDeliveries = (parts: {
  database: Database
  subscriptions: Subscriptions
  jobs: Jobs
  clock: Clock
}) => {
  const store = deliveryStore(parts.database.handle)

  const replay = (projectId: string, { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>) =>
    parts.database.transaction(async (transaction) => {
      const replayed = await deliveryStore(transaction).replay(
        projectId,
        id,
        timestamp(parts.clock),
        readAttempts(attempts, id).length,
      )
      if (replayed)
        await parts.jobs.enqueueAll(transaction, deliveryQueue, [toDeliveryJob(replayed)])
      return replayed
    })

  /** In one transaction, with one statement each for deliveries and jobs. */
  const replayAll = async (
    projectId: string,
    rows: readonly Pick<DeliveryRow, 'id' | 'attempts'>[],
  ): Promise<number> => {
    if (rows.length === 0) return 0
    const dead = rows.map(({ id, attempts }) => ({
      id,
      attempts: readAttempts(attempts, id).length,
    }))
    return parts.database.transaction(async (transaction) => {
      const now = timestamp(parts.clock)
      const replayed = await deliveryStore(transaction).replayAll(projectId, dead, now)
      await parts.jobs.enqueueAll(transaction, deliveryQueue, replayed.map(toDeliveryJob))
      return replayed.length
    })
  }

  const enabled = async (project: Project, id: string): Promise<Subscription> => {
    const subscription = await parts.subscriptions.get(project, id)
    if (subscription.disabledAt === null) return subscription
    throw new ServiceError('unprocessable', `The webhook subscription "${id}" is disabled`, {
      suggestedFix:
        'Update it once its receiver works again (PATCH /api/v3/webhook_subscriptions/{id})',
    })
  }

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
     * Replays the dead deliveries of all projects, or of one subscription, whose event is not older.
     * Those of a disabled subscription stay.
     */
    recover: async (
      since: string,
      subscriptionId?: string,
    ): Promise<{ recovered: number; ofDisabled: number }> => {
      const counts = { recovered: 0, ofDisabled: 0 }
      let after: { created_at: string; id: string } | undefined = { created_at: since, id: '' }
      while (after) {
        const rows = await store.listDead(after, subscriptionId, batchSize)
        for (const row of rows) {
          if (row.disabled_at !== null) counts.ofDisabled += 1
          else if (await replay(row.project_id, row)) counts.recovered += 1
        }
        after = rows.length < batchSize ? undefined : rows.at(-1)
      }
      return counts
    },

    /** Replays the oldest dead deliveries of a subscription whose event is not older. */
    recoverSome: async (
      project: Project,
      subscriptionId: string,
      since: string,
    ): Promise<{ recovered: number; hasMore: boolean }> => {
      const { id } = await enabled(project, subscriptionId)
      let recovered = 0
      let after = { created_at: since, id: '' }
      for (let batch = 0; batch < mostRecovered / batchSize; batch++) {
        const rows = await store.listDead(after, id, batchSize)
        recovered += await replayAll(project.id, rows)
        const last = rows.at(-1)
        if (rows.length < batchSize || !last) return { recovered, hasMore: false }
        after = last
      }
      return { recovered, hasMore: (await store.listDead(after, id, 1)).length > 0 }
    },

    /** Sends an event of the test's own to one subscription, as others are sent. */
    sendTest: async (
      project: Project,
      subscriptionId: string,
      type?: WebhookEventType,
    ): Promise<WebhookDelivery> => {
      const subscription = await enabled(project, subscriptionId)
      const row = toTestDelivery(project, subscription, type, timestamp(parts.clock))
      await parts.database.transaction(async (transaction) => {
        await deliveryStore(transaction).insert(row)
        const { data, key = subscription.id } = toDeliveryJob(row)
        await parts.jobs.enqueue(transaction, deliveryQueue, data, { key, singletonKey: row.id })
      })
      return toDelivery({ ...row, ordering_key: null, round_start: 0 })
    },

    /**
     * Makes a dead delivery pending again; its event keeps its id, so that the receiver can detect
     * a duplicate.
     */
    replay: async (project: Project, id: string): Promise<WebhookDelivery> => {
      const found = await store.find(project.id, id)
      const replayed = found && (await replay(project.id, found))
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
