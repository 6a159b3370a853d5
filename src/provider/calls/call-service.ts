import { PlugboardError, type CallOptions } from '../../client/index.ts'
import { toResultPaging } from '../tools/paging.ts'
import type { ToolResult } from '../tools/tool-result.ts'
import type { SessionCall } from '../session/session-operations.ts'
import type { SessionParts } from '../session-tools/session-parts.ts'

/**
 * Runs a call in the service. If the call is waiting for an approval that was given here, approves
 * it in the service with the project's key and calls again.
 */
export const callService = async (
  { core, session }: Pick<SessionParts, 'core' | 'session'>,
  call: SessionCall,
): Promise<ToolResult> => {
  const send = async (options: CallOptions): Promise<ToolResult> => {
    const { slug, arguments: given, account, all, select } = call
    const body = {
      tool_slug: slug,
      arguments: given,
      account,
      ...(all && { all }),
      ...(select !== undefined && { select }),
    }
    const { data, error, log_id, paging, selection } = await core.client.sessions.execute(
      { params: { session_id: core.id }, body },
      options,
    )
    return {
      data,
      error,
      logId: log_id,
      successful: error === null,
      ...(paging && { paging: toResultPaging(paging) }),
      ...(selection && { selection }),
    }
  }
  const result = await send(call.options)
  const approvalId = call.approved ? pendingApproval(result.data) : undefined
  if (approvalId === undefined) return result
  await approve(session, approvalId, call.options)
  return send(withNewIdempotencyKey(call.options))
}

/**
 * A call with an idempotency key may already have been approved and executed. The stored first
 * answer still reports that it is pending.
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

/** Returns the id of the approval that a result is waiting for. */
export const pendingApproval = ({
  status,
  approval_id: id,
}: Record<string, unknown>): string | undefined =>
  status === 'pending_approval' && typeof id === 'string' ? id : undefined

/**
 * Drops the idempotency key, because with it the service would repeat its answer that the approval
 * is pending.
 */
export const withNewIdempotencyKey = ({ idempotencyKey, ...options }: CallOptions): CallOptions =>
  idempotencyKey === undefined
    ? options
    : { ...options, idempotencyKey: `${idempotencyKey}-approved` }
