import type { TypedEvent } from '../contract/event-data.ts'
import type { ProjectEvent } from '../contract/project-events.ts'
import type { WebhookEventType } from '../contract/webhooks.ts'

/** The body of a delivery to a subscription of version V1. */
export type WebhookBodyV1 = {
  trigger_name: string | null
  connection_id: string | null
  trigger_id: string | null
  payload: Record<string, unknown>
  log_id: string | null
}

/**
 * The body of a delivery to a subscription of version V2: what the trigger delivers lies among the
 * fields of `data`.
 */
export type WebhookBodyV2 = {
  /** Slug of the trigger type, in lower case. */
  type: string | null
  timestamp: string
  log_id: string | null
  data: {
    connection_id: string | null
    connection_nano_id: string | null
    trigger_nano_id: string | null
    trigger_id: string | null
    user_id: string | null
  } & Record<string, unknown>
}

/** The body of a delivery to a subscription of version V3. */
export type WebhookBodyV3 = ProjectEvent

type V3 = { version: 'V3'; body: WebhookBodyV3 }

/** V1 and V2 carry trigger messages alone. */
type AnyVersion =
  | { version: 'V1'; body: WebhookBodyV1 }
  | { version: 'V2'; body: WebhookBodyV2 }
  | V3

/**
 * An event that was delivered, told apart by `type`, in one form whichever version its subscription
 * has; `body` is what was sent.
 *
 * `id` is the same in every try and every replay: by it a receiver knows an event that it had
 * already.
 */
export type WebhookEvent =
  | (TypedEvent<'svc.trigger.message'> & AnyVersion)
  | (TypedEvent<Exclude<WebhookEventType, 'svc.trigger.message'>> & V3)
