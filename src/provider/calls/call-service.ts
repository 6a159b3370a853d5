import { PlugboardError, type CallOptions } from '../../client/index.ts'
import type { ToolResult } from '../tools/tool-result.ts'
import type { SessionCall } from '../session/session-work.ts'
import type { SessionParts } from '../session-tools/session-parts.ts'

/**
 * Has the service run a call. Where it answers that the call waits for an approval that was given
 * here, approves it there with the key of the project and calls again.
 */
export const callService = async (
  { core, session }: Pick<SessionParts, 'core' | 'session'>,
  call: SessionCall,
): Promise<ToolResult> => {
  const send = async (options: CallOptions): Promise<ToolResult> => {
    const body = { tool_slug: call.slug, arguments: call.arguments, account: call.account }
    const { data, error, log_id } = await core.client.sessions.execute(
      { params: { session_id: core.id }, body },
      options,
    )
    return { data, error, logId: log_id, successful: error === null }
  }
  const result = await send(call.options)
  const approvalId = call.approved ? pendingApproval(result.data) : undefined
  if (approvalId === undefined) return result
  await approve(session, approvalId, call.options)
  return send(asAnotherRequest(call.options))
}

/**
 * A call with an idempotency key may have been approved and made before: then its repeated first
 * answer still says that it waits.
 */
const approve = async (
  session: SessionParts['session'],
  approvalId: string,
  { signal, idempotencyKey }: CallOptions,
): Promise<void> => {
  try {
    await session.approvals.approve(approvalId, { signal })
  } catch (error) {
    if (
      idempotencyKey === undefined ||
      !(error instanceof PlugboardError) ||
      error.slug !== 'unprocessable'
    )
      throw error
  }
}

/** The id of the approval that a result waits for. */
export const pendingApproval = ({
  status,
  approval_id: id,
}: Record<string, unknown>): string | undefined =>
  status === 'pending_approval' && typeof id === 'string' ? id : undefined

/**
 * With the same idempotency key the service would answer once more that the approval is pending.
 */
export const asAnotherRequest = ({ idempotencyKey, ...options }: CallOptions): CallOptions =>
  idempotencyKey === undefined
    ? options
    : { ...options, idempotencyKey: `${idempotencyKey}-approved` }
