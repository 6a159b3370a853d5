import { z } from 'zod'
import { webhookEventType } from '../../contract/webhooks.ts'
import { storedJson } from '../platform/stored-json.ts'

/** The types of events that a subscription is sent. */
export const readEnabledEvents = storedJson(
  'webhook_subscriptions.enabled_events',
  z.array(webhookEventType),
)
