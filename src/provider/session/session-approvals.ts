import type { CallOptions, Client } from '../../client/index.ts'
import type { Approval, ApprovalTicket } from '../../contract/index.ts'

/** The query of `session.approvals.list`. */
export type ApprovalsQuery = NonNullable<Parameters<Client['sessions']['approvals']>[0]['query']>
/** One page of the approvals of a session. */
export type ApprovalsPage = Awaited<ReturnType<Client['sessions']['approvals']>>

/** Who is signed in, and for how long the ticket holds: 300 seconds unless it says otherwise. */
export type ApprovalTicketRequest = { userId: string; expiresInSeconds?: number | undefined }

/**
 * The calls of a session that people decide on.
 *
 * An approved call runs once, when exactly the same call is made again before the approval expires.
 * Decide for the user only what the user has seen, or send the user to `approval_url` of what is
 * pending; a model must never reach these methods or that address.
 *
 * @example
 * const { items } = await session.approvals.list({ status: 'pending' })
 * for (const { approval_id, tool_slug } of items) if (await confirm(tool_slug)) await session.approvals.approve(approval_id)
 */
export type SessionApprovals = {
  list: (query?: ApprovalsQuery, options?: CallOptions) => Promise<ApprovalsPage>
  approve: (approvalId: string, options?: CallOptions) => Promise<Approval>
  deny: (approvalId: string, options?: CallOptions) => Promise<Approval>
  /**
   * Lets the user who is signed in at your application decide on the page of the approval, once:
   * send the browser to `approval_url`.
   *
   * For the page that you name as `approval_sign_in_url` of the project; it is opened with
   * `session_id` and `approval_id`. A user other than the session's is refused.
   *
   * @example
   * const { approval_url } = await session.approvals.createTicket('apr_8sYqk2', { userId: 'ada' })
   */
  createTicket: (
    approvalId: string,
    request: ApprovalTicketRequest,
    options?: CallOptions,
  ) => Promise<ApprovalTicket>
}

export const toSessionApprovals = (client: Client, sessionId: string): SessionApprovals => {
  const decide =
    (decision: 'approve' | 'deny') =>
    (approvalId: string, options: CallOptions = {}) =>
      client.sessions.decide(
        { params: { session_id: sessionId, approval_id: approvalId }, body: { decision } },
        options,
      )
  return {
    list: (query = {}, options = {}) =>
      client.sessions.approvals({ params: { session_id: sessionId }, query }, options),
    approve: decide('approve'),
    deny: decide('deny'),
    createTicket: (approvalId, { userId, expiresInSeconds }, options = {}) =>
      client.sessions.createApprovalTicket(
        {
          params: { session_id: sessionId, approval_id: approvalId },
          body: { user_id: userId, expires_in_seconds: expiresInSeconds },
        },
        options,
      ),
  }
}
