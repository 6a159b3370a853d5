import { z } from 'zod'
import { jsonObject, timestamp } from './common.ts'

export const approvalStatus = z.enum(['pending', 'approved', 'denied', 'used', 'expired'])
export type ApprovalStatus = z.infer<typeof approvalStatus>

/** The subject of an approval: one call of one tool, with exactly these arguments. */
export const approval = z.object({
  approval_id: z.string(),
  session_id: z.string(),
  user_id: z.string(),
  tool_slug: z.string(),
  toolkit: z.string(),
  version: z.string(),
  connected_account_id: z
    .string()
    .nullable()
    .describe('The account that the call would use; null if the tool needs none'),
  arguments: jsonObject.nullable().describe('Null if the project stores no data'),
  status: approvalStatus,
  created_at: timestamp,
  expires_at: timestamp,
  decided_at: timestamp.nullable(),
  used_at: timestamp.nullable().describe('When the approved call was made'),
  approval_url: z
    .string()
    .nullable()
    .describe(
      'The page on which the user decides. With `approvals.proof: code` or `ticket` the page asks for that; otherwise whoever has the address decides, ' +
        'so no model may have it. Null once decided, and if the session offers no links or the project stores no data',
    ),
})
export type Approval = z.infer<typeof approval>

export const approvalProof = z.enum(['link', 'code', 'ticket'])
/**
 * The proof that an approval page requires, weakest first: only its URL, a code from another
 * channel, or a sign-in with the project.
 */
export type ApprovalProof = z.infer<typeof approvalProof>

/** Allows one user to decide once on one approval. */
export const approvalTicket = z.object({
  ticket: z.string(),
  approval_url: z.string().describe('Send the browser of the signed-in user here'),
  expires_at: timestamp,
})
export type ApprovalTicket = z.infer<typeof approvalTicket>

export const approvalDecision = z.enum(['approve', 'deny'])
export type ApprovalDecision = z.infer<typeof approvalDecision>
