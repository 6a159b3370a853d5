import type { contract } from '../../contract/contract.ts'
import { webhookEventTypes, type WebhookSubscription } from '../../contract/webhooks.ts'
import type { Handlers } from '../endpoint/index.ts'
import { mask } from '../platform/mask.ts'
import type { Deliveries } from './deliveries/delivery.ts'
import type { Subscription, Subscriptions } from './subscription.ts'

type Parts = { subscriptions: Subscriptions; deliveries: Deliveries }

export const webhookSubscriptionHandlers = ({
  subscriptions,
  deliveries,
}: Parts): Handlers<typeof contract.webhookSubscriptions> => ({
  create: async ({ body }, { project }) => {
    const subscription = await subscriptions.create(project, body)
    return {
      status: 201,
      body: { ...toRecord(subscription), secret: subscription.secrets?.current ?? unreadable },
    }
  },
  list: async ({ query }, { project }) => {
    const page = await subscriptions.list(project, query)
    return { status: 200, body: { ...page, items: page.items.map(toRecord) } }
  },
  eventTypes: async () => {
    const items = Object.entries(webhookEventTypes).map(
      ([event_type, { description, supportedVersions }]) => ({
        event_type,
        description,
        supported_versions: [...supportedVersions],
      }),
    )
    return { status: 200, body: { items } }
  },
  get: async ({ params }, { project }) => ({
    status: 200,
    body: toRecord(await subscriptions.get(project, params.id)),
  }),
  update: async ({ params, body }, { project }) => ({
    status: 200,
    body: toRecord(await subscriptions.update(project, params.id, body)),
  }),
  delete: async ({ params }, { project }) => {
    await subscriptions.delete(project, params.id)
    return { status: 200, body: { success: true } }
  },
  rotateSecret: async ({ params }, { project }) => {
    const { id, secrets } = await subscriptions.rotateSecret(project, params.id)
    return { status: 200, body: { id, secret: secrets?.current ?? unreadable } }
  },
  sendTest: async ({ params, body }, { project }) => ({
    status: 201,
    body: await deliveries.sendTest(project, params.id, body.event_type),
  }),
  recover: async ({ params, body }, { project }) => {
    const since = new Date(body.since).toISOString()
    const { recovered, hasMore } = await deliveries.recoverSome(project, params.id, since)
    return { status: 200, body: { recovered, has_more: hasMore } }
  },
  listDeliveries: async ({ params, query }, { project }) => ({
    status: 200,
    body: await deliveries.list(project, params.id, query.status, query),
  }),
})

export const webhookDeliveryHandlers = ({
  deliveries,
}: Parts): Handlers<typeof contract.webhookDeliveries> => ({
  replay: async ({ params }, { project }) => ({
    status: 200,
    body: await deliveries.replay(project, params.id),
  }),
})

/** Shown instead of a damaged secret. */
const unreadable = '(damaged; rotate the secret)'

const toRecord = ({
  id,
  webhookUrl,
  version,
  enabledEvents,
  secrets,
  disabledAt,
  createdAt,
  updatedAt,
}: Subscription): WebhookSubscription => ({
  id,
  webhook_url: webhookUrl,
  version,
  enabled_events: enabledEvents,
  secret: secrets ? String(mask(secrets.current)) : unreadable,
  disabled_at: disabledAt,
  created_at: createdAt,
  updated_at: updatedAt,
})
