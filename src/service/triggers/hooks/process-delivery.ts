import type { TriggerWebhook } from '../../../contract/import-trigger-webhook.ts'
import type { ExecutionLogs } from '../../execution/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Handle } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import type { TraceContext } from '../../platform/trace-context.ts'
import type { Project } from '../../endpoint/index.ts'
import { publishMessage } from '../publish-message.ts'
import { selectPath, selectPayload } from '../requests/select-path.ts'
import { itemKey } from '../seen/item-key.ts'
import type { TriggerInstanceRow } from '../store.ts'

/** One delivery of a provider that matches the trigger type. */
export type Delivery = { key: string; body: unknown; trace: TraceContext | undefined }

export type DeliveryParts = {
  events: Events
  logs: ExecutionLogs
  clock: Clock
  publicUrl: () => string
}

/** Finds the events in a delivery; resolves to a function that publishes them in a transaction. */
export const processDelivery = async (
  parts: DeliveryParts,
  project: Project,
  row: TriggerInstanceRow,
  webhook: TriggerWebhook,
  { key, body, trace }: Delivery,
): Promise<(transaction: Handle) => Promise<void>> => {
  const items = itemsIn(webhook, body)
  if (items.length === 0) return async () => {}
  const logId = await parts.logs.write(project, {
    toolSlug: row.trigger_slug,
    toolkit: row.toolkit_slug,
    userId: row.user_id,
    accountId: row.connected_account_id,
    sessionId: null,
    error: null,
    startedAt: parts.clock.now(),
    durationMs: 0,
    request: { trigger_id: row.id, delivery: key },
    response: { events: items.length },
    trace,
  })
  return async (transaction) => {
    for (const [index, item] of items.entries()) {
      const message = {
        key: webhook.id ? itemKey(item, webhook.id) : `${key} ${index}`,
        payload: selectPayload(item, webhook.payload),
        logId,
        trace,
        publicUrl: parts.publicUrl(),
      }
      await publishMessage(parts.events, transaction, project, row, message)
    }
  }
}

const itemsIn = ({ items }: TriggerWebhook, body: unknown): unknown[] => {
  if (items === undefined) return [body]
  const list = selectPath(body, items)
  return Array.isArray(list) ? list : []
}
