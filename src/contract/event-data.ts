import type { ApprovalStatus } from './session-approvals.ts'
import type { ProjectEvent } from './project-events.ts'
import type { WebhookEventType } from './webhooks.ts'

/** The `data` of each event type. On the stream, it is empty for projects that store no data. */
type EventData = {
  /** The trigger's payload, described by `payload` of its trigger type. */
  'svc.trigger.message': Record<string, unknown>
  'svc.trigger.disabled': { reason?: string }
  'svc.connected_account.active': AccountChange
  'svc.connected_account.expired': AccountChange
  'svc.toolkit.changed': ToolkitChanged
  'svc.approval.requested': ApprovalChange & {
    /** The page on which the user enters the code; null if the session offers no page. */
    approval_url?: string | null
    /** For the user only; null if the page asks for no code. */
    code?: string | null
  }
  'svc.approval.approved': ApprovalChange
  'svc.approval.denied': ApprovalChange
  'svc.approval.used': ApprovalChange
  'svc.approval.expired': ApprovalChange
  'svc.webhook_subscription.disabled': { id?: string }
}

type ApprovalChange = {
  approval_id?: string
  session_id?: string
  status?: ApprovalStatus
  tool_slug?: string
  toolkit?: string
  expires_at?: string
}

type AccountChange = { id?: string; status?: string; toolkit?: { slug: string } }

/**
 * Slugs of tools, at most 100 per kind. Added and changed tools take effect once they are accepted;
 * removed tools are deleted immediately.
 */
type ToolkitChanged = {
  toolkit?: { slug: string }
  accepted?: boolean
  added?: string[]
  changed?: string[]
  removed?: string[]
}

type Typed<Type extends WebhookEventType> = Omit<ProjectEvent, 'type' | 'data'> & {
  type: Type
  data: EventData[Type]
}

/** An event of one type, or of any type, discriminated by `type`. */
export type TypedEvent<Type extends WebhookEventType = WebhookEventType> = {
  [One in Type]: Typed<One>
}[Type]
