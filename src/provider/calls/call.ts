import type { ToolResult } from '../tools/tool-result.ts'
import { runHooked } from '../running/run-hooked.ts'
import { runOnce } from '../running/run-once.ts'
import type { SessionCall, SessionParts } from '../session-tools/session-parts.ts'
import { traceCall } from '../running/trace-call.ts'

/**
 * Runs a call of a session: the one way for agent tools, `session.execute` and custom tools that
 * run others.
 */
export const runCall = (parts: SessionParts, call: SessionCall): Promise<ToolResult> =>
  traceCall(call.slug, () => run(parts, call))

const run = async (parts: SessionParts, call: SessionCall): Promise<ToolResult> => {
  if (call.slug.toUpperCase() !== 'SVC_MULTI_EXECUTE_TOOL' || !hasOwnWays(parts, call))
    return runHooked(parts, call, (changed) => runOnce(parts, changed))
  const { runMany } = await import('./call-many.ts')
  return runMany(parts, call)
}

/** Whether something here has to look at the calls of a multi-execute one by one. */
const hasOwnWays = (
  { hooks, localTools, metaSlugs }: SessionParts,
  { approved }: SessionCall,
): boolean =>
  metaSlugs.includes('SVC_MULTI_EXECUTE_TOOL') &&
  (hooks.length > 0 || localTools.size > 0 || approved !== undefined)
