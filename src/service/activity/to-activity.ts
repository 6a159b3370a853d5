import { z } from 'zod'
import type { Activity } from '../../contract/activity.ts'
import { activityTypes } from '../../contract/activity-types.ts'
import type { ExecutionLog } from '../../contract/logs.ts'
import type { ProjectEvent } from '../../contract/project-events.ts'
import type { Project } from '../endpoint/index.ts'
import { unlessDamaged } from '../platform/secrets/index.ts'
import { outline, storedJson } from '../platform/stored-json.ts'
import type { ActivityRow } from './store.ts'

const nothing = {
  event: null,
  text: null,
  subject_id: null,
  tool_slug: null,
  toolkit: null,
  user_id: null,
  session_id: null,
  connected_account_id: null,
  duration_ms: null,
} satisfies Partial<Activity>

/** A call, at the time that it ended. */
export const ofCall = (log: ExecutionLog): Activity => ({
  ...nothing,
  id: log.id,
  at: new Date(Date.parse(log.started_at) + Math.round(log.duration_ms)).toISOString(),
  type: 'call',
  outcome: log.status,
  text: log.error,
  subject_id: log.id,
  tool_slug: log.tool_slug,
  toolkit: log.toolkit,
  user_id: log.user_id,
  session_id: log.session_id,
  connected_account_id: log.connected_account_id,
  duration_ms: log.duration_ms,
})

const types: Record<string, Activity['type']> = {
  connected_account: 'account',
  approval: 'approval',
  trigger: 'trigger',
  toolkit: 'toolkit',
  webhook_subscription: 'subscription',
}

const outcomes: Record<string, Activity['outcome']> = {
  requested: 'pending',
  denied: 'error',
  expired: 'error',
  disabled: 'error',
}

/** Of the data of events; those of a trigger are a third party's, and are not read. */
const eventData = z.object({
  approval_id: z.string().optional().catch(undefined),
  session_id: z.string().optional().catch(undefined),
  tool_slug: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  id: z.string().optional().catch(undefined),
  toolkit: z
    .union([z.string(), z.object({ slug: z.string() }).transform(({ slug }) => slug)])
    .optional()
    .catch(undefined),
})

export const ofEvent = ({ id, timestamp, type, metadata, data }: ProjectEvent): Activity => {
  const [, family = '', happened = ''] = type.split('.')
  const read = type === 'svc.trigger.message' ? {} : eventData.parse(data)
  return {
    ...nothing,
    id,
    at: timestamp,
    type: types[family] ?? 'trigger',
    event: type,
    outcome: outcomes[happened] ?? 'success',
    text: read.reason ?? metadata.trigger_slug,
    subject_id:
      read.approval_id ?? metadata.trigger_id ?? metadata.connected_account_id ?? read.id ?? null,
    tool_slug: read.tool_slug ?? null,
    toolkit: read.toolkit ?? null,
    user_id: metadata.user_id,
    session_id: read.session_id ?? null,
    connected_account_id: metadata.connected_account_id,
  }
}

const readBody = storedJson(
  'activity.body',
  outline<Partial<Activity>>({ type: z.enum(activityTypes) }),
)

export const ofRow = (project: Project, { id, at, body }: ActivityRow): Activity => ({
  ...nothing,
  type: 'refresh',
  outcome: 'success',
  ...unlessDamaged(
    () => readBody(project.dataKey.decrypt(body, { record: id, field: 'body' }), id),
    () => ({ text: 'This entry can no longer be read' }),
  ),
  id,
  at,
})
