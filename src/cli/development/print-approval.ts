import { styleText } from 'node:util'
import type { TypedEvent } from '../../contract/event-data.ts'

/**
 * Shows the code of a call that waits to the person at this terminal: in production, the
 * application delivers it.
 */
export const printApproval = ({ data, metadata }: TypedEvent<'svc.approval.requested'>): void => {
  const { tool_slug, code, approval_url: page, approval_id } = data
  const how = code
    ? `code ${styleText('bold', code)} at ${styleText('cyan', page ?? '')}`
    : `session.approvals decides on ${approval_id}`
  // Standard output may be read by a program (--json).
  console.error(
    `  ${styleText('yellow', 'Approval')}  ${tool_slug} for ${metadata.user_id}: ${how}`,
  )
}
