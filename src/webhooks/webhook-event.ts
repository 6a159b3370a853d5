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
 * The body of a delivery to a subscription of version V2: the trigger's payload is merged into
 * `data`.
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
 * A delivered event, discriminated by `type`. It has the same shape for all versions of
 * subscriptions; `body` is the original body.
 *
 * `id` is the same in every retry and replay: use it to detect duplicates.
 */
export type WebhookEvent =
  | (TypedEvent<'svc.trigger.message'> & AnyVersion)
  | (TypedEvent<Exclude<WebhookEventType, 'svc.trigger.message'>> & V3)
