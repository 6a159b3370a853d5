import type { WebhookDelivery, WebhookVersion } from '../../contract/webhooks.ts'
import type { Handle } from '../platform/database/index.ts'
import { readPage, type List, type Order } from '../platform/lists/index.ts'
import type { PageRequest } from '../platform/pagination.ts'

type Tables = {
  webhook_subscriptions: {
    id: string
    project_id: string
    webhook_url: string
    version: WebhookVersion
    enabled_events: string
    /** Encrypted: the signing secret, and those before it that still sign. */
    secrets: string
    created_at: string
    updated_at: string
  }
  webhook_deliveries: {
    id: string
    project_id: string
    subscription_id: string
    event_id: string
    event_type: string
    status: WebhookDelivery['status']
    attempts: string
    next_attempt_at: string | null
    created_at: string
  }
}

export type SubscriptionRow = Tables['webhook_subscriptions']
export type DeliveryRow = Tables['webhook_deliveries']

const newestFirst: Order = { by: 'created_at', direction: 'desc' }

const subscriptionList: List = { table: 'webhook_subscriptions', scope: 'project_id', filters: [], counters: [{ by: [] }] }

const deliveryList: List = { table: 'webhook_deliveries', scope: 'subscription_id', filters: ['status'], counters: [{ by: [] }, { by: ['status'] }] }

/** SQL of webhook subscriptions. */
export const subscriptionStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  const ofProject = (projectId: string) => db.selectFrom('webhook_subscriptions').where('project_id', '=', projectId)
  const updated = (projectId: string, id: string, changes: Partial<SubscriptionRow>) =>
    db.updateTable('webhook_subscriptions').set(changes).where('project_id', '=', projectId).where('id', '=', id).returningAll().executeTakeFirst()

  return {
    insert: (row: SubscriptionRow) => db.insertInto('webhook_subscriptions').values(row).execute(),
    find: (projectId: string, id: string) => ofProject(projectId).selectAll().where('id', '=', id).executeTakeFirst(),
    page: (projectId: string, page: PageRequest) => readPage<SubscriptionRow>(handle, subscriptionList, { scope: projectId }, newestFirst, page),
    update: updated,
    /** Reads a row that the transaction goes on to change: nobody else changes it in between. */
    lock: (projectId: string, id: string, now: string) => updated(projectId, id, { updated_at: now }),
    delete: async (projectId: string, id: string) => {
      const deleted = await db.deleteFrom('webhook_subscriptions').where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst()
      return deleted.numDeletedRows > 0n
    },
    deleteSomeOfProject: async (projectId: string, limit: number) => {
      const deleted = await db.deleteFrom('webhook_subscriptions').where('id', 'in', ofProject(projectId).select('id').limit(limit)).executeTakeFirst()
      return Number(deleted.numDeletedRows)
    },
    listUrls: (projectIds: string[]) =>
      projectIds.length === 0
        ? Promise.resolve([])
        : db.selectFrom('webhook_subscriptions').select(['project_id', 'webhook_url']).where('project_id', 'in', projectIds).orderBy('created_at').orderBy('id').execute(),
  }
}

/** SQL of webhook deliveries. */
export const deliveryStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    insert: (row: DeliveryRow) => db.insertInto('webhook_deliveries').values(row).execute(),
    find: (projectId: string, id: string) => db.selectFrom('webhook_deliveries').selectAll().where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst(),
    page: (subscriptionId: string, status: DeliveryRow['status'] | undefined, page: PageRequest) =>
      readPage<DeliveryRow>(handle, deliveryList, { scope: subscriptionId, where: { status: status && [status] } }, newestFirst, page),
    deleteSomeOfProject: async (projectId: string, limit: number) => {
      const some = db.selectFrom('webhook_deliveries').select('id').where('project_id', '=', projectId).limit(limit)
      return Number((await db.deleteFrom('webhook_deliveries').where('id', 'in', some).executeTakeFirst()).numDeletedRows)
    },
    /** Answers with the row when it was dead. */
    replay: (projectId: string, id: string, now: string) =>
      db
        .updateTable('webhook_deliveries')
        .set({ status: 'pending', next_attempt_at: now })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where('status', '=', 'dead')
        .returningAll()
        .executeTakeFirst(),
  }
}
