import { PlugboardError, type CallOptions } from '../../client/index.ts'
import { failedResult, type ToolResult } from '../tools/tool-result.ts'
import { asAnotherRequest, callService, pendingApproval } from './call-service.ts'
import type { PlacedCalls } from '../calls/call-many.ts'
import type { SessionCall, SessionParts } from '../session-tools/session-parts.ts'

/** What the service answered, and the result of each call by its place. */
export type RemoteOutcome = {
  data: Record<string, unknown>
  logId: string | null
  results: ReadonlyMap<number, ToolResult>
}

/**
 * Has the service run some calls of a multi-execute; those that wait for an approval once more,
 * where they are approved.
 */
export const runRemotely = async (
  parts: SessionParts,
  whole: SessionCall,
  calls: PlacedCalls,
): Promise<RemoteOutcome> => {
  if (calls.size === 0) return { data: {}, logId: null, results: new Map() }
  const outcome = await send(parts, whole, calls, whole.options)
  const waiting = new Map(
    [...calls].filter(([index]) => whole.approved && approvalOf(outcome, index) !== undefined),
  )
  if (waiting.size === 0) return outcome
  const { signal } = whole.options
  await Promise.all(
    [...waiting.keys()].map((index) =>
      parts.session.approvals.approve(approvalOf(outcome, index) ?? '', { signal }),
    ),
  )
  const again = await send(parts, whole, waiting, asAnotherRequest(whole.options))
  return { ...outcome, results: new Map([...outcome.results, ...again.results]) }
}

const approvalOf = ({ results }: RemoteOutcome, index: number): string | undefined =>
  pendingApproval(results.get(index)?.data ?? {})

const send = async (
  parts: SessionParts,
  whole: SessionCall,
  calls: PlacedCalls,
  options: CallOptions,
): Promise<RemoteOutcome> => {
  const tools = [...calls.values()].map(({ slug, arguments: given, account }) => ({
    tool_slug: slug,
    arguments: given,
    account,
  }))
  try {
    const { data, error, logId } = await callService(parts, {
      ...whole,
      approved: undefined,
      arguments: { ...whole.arguments, tools },
      options,
    })
    const { results: entries, ...rest } = data
    const refused = failedResult(new Error(error ?? 'The service answered no result of this call'))
    const results = [...calls.keys()].map(
      (index, at) =>
        [index, toResult(Array.isArray(entries) ? entries[at] : undefined) ?? refused] as const,
    )
    return { data: rest, logId, results: new Map(results) }
  } catch (error) {
    // The calls in this process have results of their own, which the failure of the others must not
    // hide.
    if (!(error instanceof PlugboardError) || error.slug === 'aborted') throw error
    return {
      data: {},
      logId: null,
      results: new Map([...calls.keys()].map((index) => [index, failedResult(error)])),
    }
  }
}

const toResult = (entry: unknown): ToolResult | undefined => {
  if (typeof entry !== 'object' || entry === null) return undefined
  const {
    data,
    error = null,
    log_id: logId = null,
  } = entry as { data?: Record<string, unknown>; error?: string | null; log_id?: string | null }
  return { data: data ?? {}, error, logId, successful: error === null }
}
