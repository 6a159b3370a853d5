import type { ProjectEvent } from '../../../contract/project-events.ts'
import type { WebhookEventType } from '../../../contract/webhooks.ts'
import type { Project } from '../../endpoint/index.ts'
import { createId } from '../../platform/ids.ts'
import { ServiceError } from '../../service-error.ts'
import type { Subscription } from '../subscription.ts'

/** The delivery of a test event. The event is in the delivery alone: it happened to nothing. */
export const toTestDelivery = (
  project: Project,
  { id: subscription, enabledEvents }: Subscription,
  chosen: WebhookEventType | undefined,
  at: string,
) => {
  const type = chosen ?? enabledEvents[0]
  if (type === undefined || !enabledEvents.includes(type))
    throw new ServiceError('invalid_request', `The subscription has no events of type ${type}`, {
      suggestedFix: `Send one of ${enabledEvents.join(', ')}`,
      errors: [`body.event_type: must be one of ${enabledEvents.join(', ')}`],
    })
  const id = createId('wd_')
  const event: ProjectEvent = {
    id: createId('evt_'),
    timestamp: at,
    type,
    metadata: {
      log_id: null,
      trigger_slug: null,
      trigger_id: null,
      connected_account_id: null,
      auth_config_id: null,
      user_id: null,
    },
    data: { test: true },
  }
  return {
    id,
    project_id: project.id,
    subscription_id: subscription,
    event_id: event.id,
    event_type: type,
    status: 'pending' as const,
    attempts: '[]',
    next_attempt_at: at,
    created_at: at,
    body: project.dataKey.encrypt(JSON.stringify(event), { record: id, field: 'body' }),
  }
}
