import { styleText } from 'node:util'
import type { TypedEvent } from '../../contract/event-data.ts'

/**
 * Prints the code of a pending approval to the person at this terminal. In production, the
 * application delivers it.
 */
export const printApproval = ({ data, metadata }: TypedEvent<'svc.approval.requested'>): void => {
  const { tool_slug, code, approval_url: page, approval_id } = data
  const how = code
    ? `code ${styleText('bold', code)} at ${styleText('cyan', page ?? '')}`
    : `session.approvals decides on ${approval_id}`
  // A program may read standard output (--json).
  console.error(
    `  ${styleText('yellow', 'Approval')}  ${tool_slug} for ${metadata.user_id}: ${how}`,
  )
}
