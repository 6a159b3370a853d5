import type { ProjectEvent } from '../../../contract/project-events.ts'
import type { WebhookVersion } from '../../../contract/webhooks.ts'

/**
 * The body of a delivery in the version of its subscription (rule 12.4). V1 and V2 carry trigger
 * messages alone.
 */
export const toPayload = (event: ProjectEvent, version: WebhookVersion): object => {
  const { metadata } = event
  switch (version) {
    case 'V1':
      return {
        trigger_name: metadata.trigger_slug,
        connection_id: metadata.connected_account_id,
        trigger_id: metadata.trigger_id,
        payload: event.data,
        log_id: metadata.log_id,
      }
    case 'V2':
      return {
        type: metadata.trigger_slug?.toLowerCase() ?? null,
        timestamp: event.timestamp,
        log_id: metadata.log_id,
        data: {
          // First, so that fields of a source can't override those of the service.
          ...event.data,
          connection_id: metadata.connected_account_id,
          connection_nano_id: metadata.connected_account_id,
          trigger_nano_id: metadata.trigger_id,
          trigger_id: metadata.trigger_id,
          user_id: metadata.user_id,
        },
      }
    case 'V3':
      return event
    default:
      return version satisfies never
  }
}
