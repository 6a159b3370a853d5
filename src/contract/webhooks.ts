import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  page,
  pageQuery,
  success,
  timestamp,
  webhookDeliveryId,
  webhookSubscriptionId,
} from './common.ts'

export const webhookVersion = z.enum(['V1', 'V2', 'V3'])
export type WebhookVersion = z.infer<typeof webhookVersion>

/**
 * All event types for subscriptions, and the payload versions that support them (rule 12.2): V1 and
 * V2 only have fields for triggers.
 */
export const webhookEventTypes = {
  'svc.trigger.message': { description: 'A trigger fired', supportedVersions: ['V1', 'V2', 'V3'] },
  'svc.trigger.disabled': {
    description: 'The service disabled a trigger instance because its source failed for too long',
    supportedVersions: ['V3'],
  },
  'svc.connected_account.active': {
    description: 'A connected account became ACTIVE',
    supportedVersions: ['V3'],
  },
  'svc.connected_account.expired': {
    description: 'A connected account EXPIRED: its user has to connect it again',
    supportedVersions: ['V3'],
  },
  'svc.toolkit.changed': {
    description: 'The MCP server of a toolkit changed its tools',
    supportedVersions: ['V3'],
  },
  'svc.approval.requested': {
    description:
      'A call waits for an approval: deliver its code to the user over a channel that the model cannot read',
    supportedVersions: ['V3'],
  },
  'svc.approval.approved': { description: 'A call was approved', supportedVersions: ['V3'] },
  'svc.approval.denied': { description: 'A call was denied', supportedVersions: ['V3'] },
  'svc.approval.used': { description: 'An approved call was made', supportedVersions: ['V3'] },
  'svc.approval.expired': {
    description: 'Nobody decided on a call in time, or an approved call was not made',
    supportedVersions: ['V3'],
  },
  'svc.webhook_subscription.disabled': {
    description:
      'The service disabled a webhook subscription because its deliveries failed for too long',
    supportedVersions: ['V3'],
  },
} as const satisfies Record<
  string,
  { description: string; supportedVersions: readonly WebhookVersion[] }
>

export const webhookEventType = z.enum(
  Object.keys(webhookEventTypes) as [WebhookEventType, ...WebhookEventType[]],
)
export type WebhookEventType = keyof typeof webhookEventTypes

/** The endpoint to which events are delivered (spec 2.12). */
export const webhookSubscription = z.object({
  id: z.string(),
  webhook_url: z.string(),
  version: webhookVersion,
  enabled_events: z.array(z.string()),
  secret: z.string().describe('Masked, except in the answers of create and rotate_secret'),
  disabled_at: timestamp
    .nullable()
    .describe(
      'When deliveries were disabled: the receiver answered 410, or every delivery failed for 5 days. An update enables the subscription again; dead deliveries can be replayed',
    ),
  created_at: timestamp,
  updated_at: timestamp,
})
export type WebhookSubscription = z.infer<typeof webhookSubscription>

/** The delivery of one event to one subscription. */
export const webhookDelivery = z.object({
  id: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  status: z
    .enum(['pending', 'delivered', 'failed', 'dead'])
    .describe('`failed`: will be retried; `dead`: only retried by a replay'),
  attempts: z.array(
    z.object({
      at: timestamp,
      status_code: z.number().nullable(),
      duration_ms: z.number(),
      error: z.string().nullable(),
    }),
  ),
  next_attempt_at: timestamp.nullable(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

const webhookUrl = z
  .url({
    protocol: /^https$/,
    error:
      'must be an https:// URL; plugboard listen --forward-to sends events to a program on your machine',
  })
  .max(2048)
  // A URL parser would silently encode these: the stored URL must be the one that is called.
  .regex(/^[^\s\p{Cc}]+$/u, 'must be without blanks and control characters')
  .describe('Must be HTTPS; addresses that are not public are refused')

const enabledEvents = z
  .array(webhookEventType)
  .min(1)
  .max(100)
  .transform((types) => [...new Set(types)])
  .describe('See GET /webhook_subscriptions/event_types')

/** The most deliveries that one `recover` replays. */
export const mostRecovered = 1000

const params = z.object({ id: webhookSubscriptionId })
const errors = ['invalid_request', 'unauthorized', 'not_found', 'internal'] as const

export const webhookSubscriptions = {
  create: endpoint({
    method: 'POST',
    path: '/webhook_subscriptions',
    summary: 'Subscribe a URL to event types',
    description:
      'Only this answer and that of rotate_secret contain the signing secret. ' +
      'Events are POSTed to the URL with the headers of Standard Webhooks, at least once: a repeated delivery has the same webhook-id. Any 2xx answer within 30 seconds accepts one; other answers, redirects among them, are ' +
      'tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 14 h (give or take 20 %; Retry-After may make a wait up to twice as long). Events of one trigger are first tried in their order; retries may come in any. ' +
      'A 410 disables the subscription, as do 5 days in which every delivery fails.',
    auth: 'project',
    body: z
      .object({
        webhook_url: webhookUrl,
        enabled_events: enabledEvents,
        version: webhookVersion.default('V3'),
      })
      .meta({
        examples: [
          { webhook_url: 'https://app.example.com/hooks', enabled_events: ['svc.trigger.message'] },
        ],
      }),
    responses: { 201: webhookSubscription },
    errors: ['invalid_request', 'unauthorized', 'internal'],
    idempotencyKey: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/webhook_subscriptions',
    summary: 'List webhook subscriptions, newest first',
    auth: 'project',
    query: z.object(pageQuery),
    responses: { 200: page(webhookSubscription) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
  eventTypes: endpoint({
    method: 'GET',
    path: '/webhook_subscriptions/event_types',
    summary: 'List the event types that can be subscribed to',
    auth: 'project',
    responses: {
      200: z.object({
        items: z.array(
          z.object({
            event_type: z.string(),
            description: z.string(),
            supported_versions: z.array(webhookVersion),
          }),
        ),
      }),
    },
    errors: ['unauthorized', 'internal'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/webhook_subscriptions/{id}',
    summary: 'Get a webhook subscription',
    auth: 'project',
    params,
    responses: { 200: webhookSubscription },
    errors,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/webhook_subscriptions/{id}',
    summary: 'Update a webhook subscription',
    auth: 'project',
    params,
    body: z
      .object({
        webhook_url: webhookUrl.optional(),
        enabled_events: enabledEvents.optional(),
        version: webhookVersion.optional(),
      })
      .refine(
        (changes) => Object.values(changes).some((value) => value !== undefined),
        'must have at least one of webhook_url, enabled_events and version',
      )
      .meta({
        examples: [{ enabled_events: ['svc.trigger.message', 'svc.connected_account.expired'] }],
      }),
    responses: { 200: webhookSubscription },
    errors,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/webhook_subscriptions/{id}',
    summary: 'Delete a webhook subscription permanently',
    auth: 'project',
    params,
    responses: { 200: success },
    errors: ['unauthorized', 'not_found', 'internal'],
  }),
  rotateSecret: endpoint({
    method: 'POST',
    path: '/webhook_subscriptions/{id}/rotate_secret',
    summary: 'Create a new signing secret',
    description:
      'The previous secret remains in use for 24 hours in addition, so that receivers can switch without interruption.',
    auth: 'project',
    params,
    responses: { 200: z.object({ id: z.string(), secret: z.string() }) },
    errors,
    idempotencyKey: true,
  }),
  sendTest: endpoint({
    method: 'POST',
    path: '/webhook_subscriptions/{id}/test',
    summary: 'Send a test event',
    description:
      'Sends one event to this subscription alone, signed and retried as others are. Its `data` is `{test: true}` and its `metadata` is null throughout.',
    auth: 'project',
    params,
    body: z
      .object({
        event_type: webhookEventType
          .optional()
          .describe('One that the subscription has. Default: its first'),
      })
      .meta({ examples: [{ event_type: 'svc.trigger.message' }] }),
    responses: { 201: webhookDelivery },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'unprocessable', 'internal'],
    idempotencyKey: true,
  }),
  recover: endpoint({
    method: 'POST',
    path: '/webhook_subscriptions/{id}/recover',
    summary: 'Replay the dead deliveries since a time',
    description: `Replays up to ${mostRecovered} dead deliveries of events since this time, the oldest first, each with its event id. Repeat it while \`has_more\` is true. A disabled subscription has to be updated first.`,
    auth: 'project',
    params,
    body: z
      .object({
        since: z.iso.datetime().max(64).describe('Only events that happened at or after it'),
      })
      .meta({ examples: [{ since: '2026-11-28T08:00:00.000Z' }] }),
    responses: {
      200: z.object({
        recovered: z.number().int().describe('How many are sent again'),
        has_more: z.boolean(),
      }),
    },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'unprocessable', 'internal'],
    idempotencyKey: true,
  }),
  listDeliveries: endpoint({
    method: 'GET',
    path: '/webhook_subscriptions/{id}/deliveries',
    summary: 'List the deliveries of a webhook subscription, newest first',
    auth: 'project',
    params,
    query: z.object({ status: webhookDelivery.shape.status.optional(), ...pageQuery }),
    responses: { 200: page(webhookDelivery) },
    errors,
  }),
}

export const webhookDeliveries = {
  replay: endpoint({
    method: 'POST',
    path: '/webhook_deliveries/{id}/replay',
    summary: 'Replay a dead delivery',
    description:
      'Makes a dead delivery pending again, with the same event id, so that the receiver can detect a duplicate. Its attempts start again. Deliveries in other states are refused.',
    auth: 'project',
    params: z.object({ id: webhookDeliveryId }),
    responses: { 200: webhookDelivery },
    errors,
    idempotencyKey: true,
  }),
}
