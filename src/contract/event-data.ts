import type { ApprovalStatus } from './session-approvals.ts'
import type { ProjectEvent } from './project-events.ts'
import type { WebhookEventType } from './webhooks.ts'

/**
 * What each event type carries in `data`; a project that stores no data gets it empty on the
 * stream.
 */
type EventData = {
  /** What the trigger delivers: `payload` of its trigger type is the JSON Schema of it. */
  'svc.trigger.message': Record<string, unknown>
  'svc.trigger.disabled': { reason?: string }
  'svc.connected_account.active': AccountChange
  'svc.connected_account.expired': AccountChange
  'svc.toolkit.changed': ToolkitChanged
  'svc.approval.requested': ApprovalChange & {
    /** The page on which the user types the code; null where the session offers no page. */
    approval_url?: string | null
    /** For the user alone; null where the page takes none. */
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
 * Slugs of tools, at most 100 of each kind. What is added or changed is used once it is accepted;
 * what is removed is gone.
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

/** An event of one type, or of any: told apart by `type`. */
export type TypedEvent<Type extends WebhookEventType = WebhookEventType> = {
  [One in Type]: Typed<One>
}[Type]
