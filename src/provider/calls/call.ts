import { inSpan } from '../../client/index.ts'
import type { SessionCall } from '../session/session-operations.ts'
import type { SessionParts } from '../session-tools/session-parts.ts'
import type { ToolResult } from '../tools/tool-result.ts'
import { callMany } from './call-many.ts'
import { callOne } from './call-one.ts'

/**
 * Runs a call of a session in a span that follows the GenAI conventions of OpenTelemetry. Agent
 * tools, `session.execute` and custom tools that run other tools all use this function.
 *
 * The span holds neither the arguments nor the result.
 */
export const runCall = (parts: SessionParts, given: SessionCall): Promise<ToolResult> => {
  // The service takes slugs in any letter case, and hooks are found by this one.
  const call = { ...given, slug: given.slug.toUpperCase() }
  return inSpan(
    `execute_tool ${call.slug}`,
    {
      kind: 'INTERNAL',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': call.slug,
        'gen_ai.tool.type': 'function',
      },
    },
    async (span) => {
      const result = await (isSplit(parts, call) ? callMany(parts, call) : callOne(parts, call))
      if (result.logId !== null) span.set({ 'plugboard.log_id': result.logId })
      if (!result.successful) span.fail('tool_error')
      return result
    },
  )
}

/**
 * Returns whether the calls of a multi-execute must run one by one, because hooks or custom tools
 * of this process are involved.
 */
const isSplit = ({ core, hooks, localTools }: SessionParts, { slug, approved }: SessionCall) =>
  slug.toUpperCase() === 'SVC_MULTI_EXECUTE_TOOL' &&
  core.record.tool_router_tools.includes('SVC_MULTI_EXECUTE_TOOL') &&
  (hooks.length > 0 || localTools.size > 0 || approved !== undefined)
