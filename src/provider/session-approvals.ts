import type { CallOptions, Client } from '../client/index.ts'
import type { Approval } from '../contract/index.ts'

/** The query of `session.approvals.list`. */
export type ApprovalsQuery = NonNullable<Parameters<Client['sessions']['approvals']>[0]['query']>
/** One page of the approvals of a session. */
export type ApprovalsPage = Awaited<ReturnType<Client['sessions']['approvals']>>

/**
 * The calls of a session that people decide on.
 *
 * An approved call runs once, when exactly the same call is made again before the approval expires. Decide for the user only what
 * the user has seen, or send the user to `approval_url` of what is pending; a model must never reach these methods or that address.
 *
 * @example
 * const { items } = await session.approvals.list({ status: 'pending' })
 * for (const { approval_id, tool_slug } of items) if (await confirm(tool_slug)) await session.approvals.approve(approval_id)
 */
export type SessionApprovals = {
  list: (query?: ApprovalsQuery, options?: CallOptions) => Promise<ApprovalsPage>
  approve: (approvalId: string, options?: CallOptions) => Promise<Approval>
  deny: (approvalId: string, options?: CallOptions) => Promise<Approval>
}

export const toSessionApprovals = (client: Client, sessionId: string): SessionApprovals => {
  const decide = (decision: 'approve' | 'deny') => (approvalId: string, options: CallOptions = {}) =>
    client.sessions.decide({ params: { session_id: sessionId, approval_id: approvalId }, body: { decision } }, options)
  return {
    list: (query = {}, options = {}) => client.sessions.approvals({ params: { session_id: sessionId }, query }, options),
    approve: decide('approve'),
    deny: decide('deny'),
  }
}
