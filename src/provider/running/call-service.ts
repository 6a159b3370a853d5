import { PlugboardError, type CallOptions } from '../../client/index.ts'
import type { ToolResult } from '../tools/tool-result.ts'
import type { SessionCall, SessionParts } from '../session-tools/session-parts.ts'

/**
 * Has the service run a call; an approved one is approved there too, with the key of the project,
 * and made again.
 */
export const callService = async (
  { client, session }: Pick<SessionParts, 'client' | 'session'>,
  call: SessionCall,
): Promise<ToolResult> => {
  const send = async (options: CallOptions): Promise<ToolResult> => {
    const body = { tool_slug: call.slug, arguments: call.arguments, account: call.account }
    const { data, error, log_id } = await client.sessions.execute(
      { params: { session_id: session.id }, body },
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
 * A call that was named may have been approved and made before: then its first answer still says
 * that it waits.
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
