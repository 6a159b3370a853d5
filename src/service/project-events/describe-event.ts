import { z } from 'zod'
import type { ProjectEvent } from '../../contract/project-events.ts'
import type { ApprovalStatus } from '../../contract/session-approvals.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Event } from '../platform/events/index.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import type { Approvals } from '../approvals/index.ts'
import { anyObject, storedJson } from '../platform/stored-json.ts'

/** The content of a project event, without id and time. */
type EventContent = Pick<ProjectEvent, 'type' | 'data'> & {
  metadata: Partial<ProjectEvent['metadata']>
}

const readPayload = storedJson('events.payload', anyObject)

const record = z.object({ id: z.string() })
const approvalRecord = z.object({ id: z.string(), session: z.string() })

type Parts = { accounts: Pick<Accounts, 'get'>; approvals: Pick<Approvals, 'describe'> }

const triggerMetadata = z.object({
  log_id: z.string().nullable(),
  trigger_slug: z.string(),
  trigger_id: z.string(),
  connected_account_id: z.string().nullable(),
  auth_config_id: z.string().nullable(),
  user_id: z.string().nullable(),
})

const triggerMessage = z.object({
  metadata: triggerMetadata,
  /**
   * JSON, encrypted by the project's data key for the field `payload` of the trigger instance; null
   * where the project stores no data.
   */
  payload: z.string().nullable(),
})

const triggerDisabled = z.object({ metadata: triggerMetadata, reason: z.string() })

const toolkitChanged = z.object({
  toolkit: z.object({ slug: z.string() }),
  accepted: z.boolean(),
  added: z.array(z.string()),
  changed: z.array(z.string()),
  removed: z.array(z.string()),
})

/** The events of the service that are reported to projects, with the type of the project event. */
export const reportedEvents = {
  'account.active': 'svc.connected_account.active',
  'account.expired': 'svc.connected_account.expired',
  'approval.requested': 'svc.approval.requested',
  'approval.approved': 'svc.approval.approved',
  'approval.denied': 'svc.approval.denied',
  'approval.used': 'svc.approval.used',
  'approval.expired': 'svc.approval.expired',
  'trigger.message': 'svc.trigger.message',
  'trigger.disabled': 'svc.trigger.disabled',
  'toolkit.changed': 'svc.toolkit.changed',
  'webhook_subscription.disabled': 'svc.webhook_subscription.disabled',
} as const satisfies Record<string, ProjectEvent['type']>

export type ReportedEvent = keyof typeof reportedEvents

export type DescribeEvent = (project: Project, event: Event) => Promise<ProjectEvent | undefined>

/**
 * Converts an event for the project, identically for all channels; `undefined` if its subject no
 * longer exists.
 */
export const createDescribeEvent =
  (parts: Parts): DescribeEvent =>
  async (project, event) => {
    const content = await toContent(parts, project, event.type as ReportedEvent, event.data)
    return content && toProjectEvent(event, content)
  }

const toContent = async (
  { accounts, approvals }: Parts,
  project: Project,
  published: ReportedEvent,
  data: unknown,
): Promise<EventContent | undefined> => {
  switch (published) {
    case 'account.active':
      return toAccountContent(accounts, project, record.parse(data).id, 'ACTIVE')
    case 'account.expired':
      return toAccountContent(accounts, project, record.parse(data).id, 'EXPIRED')
    case 'approval.requested':
    case 'approval.approved':
    case 'approval.denied':
    case 'approval.used':
    case 'approval.expired':
      return toApprovalContent(approvals, project, published, data)
    case 'trigger.message': {
      const { metadata, payload } = triggerMessage.parse(data)
      const text =
        payload === null
          ? '{}'
          : project.dataKey.decrypt(payload, { record: metadata.trigger_id, field: 'payload' })
      return {
        type: reportedEvents[published],
        metadata,
        data: readPayload(text, metadata.trigger_id),
      }
    }
    case 'trigger.disabled': {
      const { metadata, reason } = triggerDisabled.parse(data)
      return { type: reportedEvents[published], metadata, data: { reason } }
    }
    case 'toolkit.changed':
      return { type: reportedEvents[published], metadata: {}, data: toolkitChanged.parse(data) }
    case 'webhook_subscription.disabled':
      return { type: reportedEvents[published], metadata: {}, data: record.parse(data) }
    default:
      published satisfies never
  }
}

/** Undefined for an account that was deleted since. */
const toAccountContent = async (
  accounts: Pick<Accounts, 'get'>,
  project: Project,
  id: string,
  status: 'ACTIVE' | 'EXPIRED',
): Promise<EventContent | undefined> => {
  try {
    const account = await accounts.get(project, id)
    return {
      type: status === 'ACTIVE' ? 'svc.connected_account.active' : 'svc.connected_account.expired',
      metadata: {
        connected_account_id: id,
        auth_config_id: account.authConfigId,
        user_id: account.userId,
      },
      data: { id, status, toolkit: { slug: account.toolkit } },
    }
  } catch (error) {
    if (error instanceof ServiceError && error.slug === 'not_found') return undefined
    throw error
  }
}

type ApprovalEvent = Extract<ReportedEvent, `approval.${string}`>

/** Without the arguments: they are on the page, and listed for a key of the project. */
const toApprovalContent = async (
  approvals: Parts['approvals'],
  project: Project,
  published: ApprovalEvent,
  data: unknown,
): Promise<EventContent | undefined> => {
  const { id, session } = approvalRecord.parse(data)
  const described = await approvals.describe(project, session, id)
  if (!described) return undefined
  const { approval, provingUrl, code } = described
  return {
    type: reportedEvents[published],
    metadata: { connected_account_id: approval.connected_account_id, user_id: approval.user_id },
    data: {
      approval_id: id,
      session_id: session,
      status: statuses[published],
      tool_slug: approval.tool_slug,
      toolkit: approval.toolkit,
      expires_at: approval.expires_at,
      ...(published === 'approval.requested' && { approval_url: provingUrl, code }),
    },
  }
}

/** The status at the time of the event, whatever it is now. */
const statuses: Record<ApprovalEvent, ApprovalStatus> = {
  'approval.requested': 'pending',
  'approval.approved': 'approved',
  'approval.denied': 'denied',
  'approval.used': 'used',
  'approval.expired': 'expired',
}

const toProjectEvent = (event: Event, { type, metadata, data }: EventContent): ProjectEvent => ({
  id: event.id,
  timestamp: event.at,
  type,
  metadata: {
    log_id: null,
    trigger_slug: null,
    trigger_id: null,
    connected_account_id: null,
    auth_config_id: null,
    user_id: null,
    ...metadata,
  },
  data,
})
