import type { Handle } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import type { TraceContext } from '../platform/trace-context.ts'
import type { Project } from '../endpoint/index.ts'
import { withoutServiceLinks } from '../third-party/index.ts'
import { eventIdOf } from './seen/item-key.ts'
import type { TriggerInstanceRow } from './store.ts'

/** An event of a trigger; an event with the same key has the same id. */
type TriggerMessage = {
  key: string
  payload: Record<string, unknown>
  logId: string | null
  trace: TraceContext | undefined
  publicUrl: string
}

/** Publishes an event of an instance, in the transaction that records it as seen. */
export const publishMessage = (
  events: Events,
  transaction: Handle,
  project: Project,
  row: TriggerInstanceRow,
  { key, payload: given, logId, trace, publicUrl }: TriggerMessage,
): Promise<string> => {
  // Whoever wrote what is watched could have it lead to a page of their own.
  const payload = withoutServiceLinks(given, publicUrl)
  return events.publish(transaction, {
    id: eventIdOf(row.id, key),
    type: 'trigger.message',
    scope: project.id,
    data: {
      metadata: metadataOf(row, logId),
      payload: storesData(project)
        ? project.dataKey.encrypt(JSON.stringify(payload), { record: row.id, field: 'payload' })
        : null,
    },
    trace,
  })
}

export const publishDisabled = (
  events: Events,
  transaction: Handle,
  row: TriggerInstanceRow,
  reason: string,
  trace: TraceContext | undefined,
): Promise<string> =>
  events.publish(transaction, {
    type: 'trigger.disabled',
    scope: row.project_id,
    data: { metadata: metadataOf(row, null), reason },
    trace,
  })

export const storesData = (project: Project): boolean =>
  project.config.log_visibility_setting === 'show_all'

const metadataOf = (row: TriggerInstanceRow, logId: string | null) => ({
  log_id: logId,
  trigger_slug: row.trigger_slug,
  trigger_id: row.id,
  connected_account_id: row.connected_account_id,
  auth_config_id: row.auth_config_id,
  user_id: row.user_id,
})
