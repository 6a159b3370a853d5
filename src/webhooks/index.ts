/**
 * Verifies webhook deliveries. Only needs Web Crypto, so it also runs on edge runtimes.
 *
 * @example
 * import { verifyWebhook } from 'plugboard/webhooks'
 *
 * const event = await verifyWebhook(request, process.env.WEBHOOK_SECRET)
 */
export { PlugboardError } from '../client/plugboard-error.ts'
export { signWebhook, type UnsignedWebhook, type WebhookHeaders } from './sign-webhook.ts'
export { verifyWebhook, type VerifyWebhookOptions } from './verify-webhook.ts'
export type { WebhookBodyV1, WebhookBodyV2, WebhookBodyV3, WebhookEvent } from './webhook-event.ts'
export type {
  FetchRequest,
  HeaderFields,
  NodeRequest,
  ReceivedRequest,
  WebhookRequest,
} from './webhook-request.ts'
