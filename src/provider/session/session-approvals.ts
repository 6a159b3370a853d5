import type { CallOptions, Client } from '../../client/index.ts'
import type { Approval, ApprovalTicket } from '../../contract/index.ts'

/** The query of `session.approvals.list`. */
export type ApprovalsQuery = NonNullable<Parameters<Client['sessions']['approvals']>[0]['query']>
/** One page of the approvals of a session. */
export type ApprovalsPage = Awaited<ReturnType<Client['sessions']['approvals']>>

/** The signed-in user, and the lifetime of the ticket in seconds; default: 300. */
export type ApprovalTicketRequest = { userId: string; expiresInSeconds?: number | undefined }

/**
 * Approvals for calls of a session.
 *
 * An approved call runs once, when exactly the same call is repeated before the approval expires.
 * Only decide about calls that the user has seen, or send the user to the `approval_url` of a
 * pending approval. Never give a model access to these methods or to that URL.
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
   * Creates a ticket with which the user who is signed in to your application can decide once on
   * the approval page. Redirect the browser to `approval_url`.
   *
   * Use it in the page that you set as `approval_sign_in_url` of the project, which is opened with
   * `session_id` and `approval_id`. Refused if the user is not the user of the session.
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
