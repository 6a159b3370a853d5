import { PlugboardError, type CallOptions } from '../../client/index.ts'
import { toToolResult, type ToolResult } from '../tools/tool-result.ts'
import type { SessionCall } from '../session/session-operations.ts'
import type { SessionParts } from '../session-tools/session-parts.ts'
import { keepDefinitions } from '../session-tools/load-tools.ts'
import { executeCancellably } from './execute-cancellably.ts'

/**
 * Runs a call in the service. If the call is waiting for an approval that was given here, approves
 * it in the service with the project's key and calls again. What waits was not sent, so its
 * idempotency key is still free.
 */
export const callService = async (
  { core, session }: Pick<SessionParts, 'core' | 'session'>,
  call: SessionCall,
): Promise<ToolResult> => {
  const send = async (): Promise<ToolResult> => {
    const { slug, arguments: given, account, all, select, cancelSignal, options } = call
    const body = {
      tool_slug: slug,
      arguments: given,
      account,
      ...(all && { all }),
      ...(select !== undefined && { select }),
      ...(core.caching &&
        core.tools.bindsFound &&
        searches.has(slug.toUpperCase()) && { definitions: true }),
    }
    const askedAt = Date.now()
    const answer = await executeCancellably(core, body, { ...options, cancelSignal })
    await keepDefinitions(core, answer, askedAt)
    return toToolResult(answer)
  }
  const result = await send()
  const approvalId = call.approved ? pendingApproval(result) : undefined
  if (approvalId === undefined) return result
  await approve(session, approvalId, call.options)
  return send()
}

const searches = new Set(['SVC_SEARCH_TOOLS', 'SVC_GET_TOOL_SCHEMAS'])

/** The same call in another process may have been decided in the meantime; the service knows. */
export const approve = async (
  session: SessionParts['session'],
  approvalId: string,
  { signal }: CallOptions,
): Promise<void> => {
  try {
    await session.approvals.approve(approvalId, { signal })
  } catch (error) {
    if (!(error instanceof PlugboardError) || error.slug !== 'unprocessable') throw error
  }
}

/**
 * Returns the id of the approval that a result is waiting for. What a third party answered may read
 * like that too; only in a failure does the service keep it apart.
 */
export const pendingApproval = ({ error, data }: ToolResult): string | undefined => {
  const { status, approval_id: id } = data
  return error !== null && status === 'pending_approval' && typeof id === 'string' ? id : undefined
}
