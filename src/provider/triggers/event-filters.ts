import type { TypedEvent } from '../../contract/event-data.ts'
import type { WebhookEventType } from '../../contract/webhooks.ts'

/** Filters for events. An event must match an entry of every list that is set. */
export type EventFilters = {
  types?: readonly WebhookEventType[] | undefined
  /** Trigger type slugs; case-insensitive. */
  triggerSlugs?: readonly string[] | undefined
  triggerIds?: readonly string[] | undefined
  connectedAccountIds?: readonly string[] | undefined
  userIds?: readonly string[] | undefined
}

/** Returns whether an event matches the filters. */
export const matchesFilters = (
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
