import type { TypedEvent } from '../../contract/event-data.ts'
import type { WebhookEventType } from '../../contract/webhooks.ts'

/** Which events to hear of: each list that is given must hold what the event is about. */
export type EventFilters = {
  types?: readonly WebhookEventType[] | undefined
  /** Slugs of trigger types, in any letter case. */
  triggerSlugs?: readonly string[] | undefined
  triggerIds?: readonly string[] | undefined
  connectedAccountIds?: readonly string[] | undefined
  userIds?: readonly string[] | undefined
}

/** Whether an event passes the filters. */
export const passes = (
  event: TypedEvent,
  { types, triggerSlugs, triggerIds, connectedAccountIds, userIds }: EventFilters,
): boolean => {
  const { metadata } = event
  const holds = (list: readonly string[] | undefined, value: string | null) =>
    list === undefined || (value !== null && list.includes(value))
  return (
    holds(types, event.type) &&
    holds(
      triggerSlugs?.map((slug) => slug.toUpperCase()),
      metadata.trigger_slug,
    ) &&
    holds(triggerIds, metadata.trigger_id) &&
    holds(connectedAccountIds, metadata.connected_account_id) &&
    holds(userIds, metadata.user_id)
  )
}
