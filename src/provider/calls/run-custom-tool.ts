import type { SessionCall } from '../session/session-operations.ts'
import type { SessionParts } from '../session-tools/session-parts.ts'
import { failedResult, type ToolResult } from '../tools/tool-result.ts'
import { withinTime } from '../tools/within-time.ts'
import type { CustomToolAccount } from '../custom-tools/custom-tool.ts'
import { inheritAccount } from './inherit-account.ts'
import { needsLocalApproval, type LocalTool } from '../custom-tools/local-tool.ts'
import { parseInput } from '../custom-tools/parse-input.ts'
import { toAnswer } from '../custom-tools/to-answer.ts'
import { storeAnswer } from './store-answer.ts'

/**
 * Runs a custom tool in this process with the same checks as a remote tool: arguments, connection
 * and approval.
 */
export const runCustomTool = async (
  parts: SessionParts,
  local: LocalTool,
  call: SessionCall,
): Promise<ToolResult> => {
  const check = await parseInput(local, call.arguments)
  if (!check.success) return failedResult(check.error)
  const { extendsToolkit } = local.tool
  const inherited =
    extendsToolkit === undefined ? {} : await inheritAccount(parts, extendsToolkit, call)
  if ('failure' in inherited) return inherited.failure
  if (needsLocalApproval(parts.core.record.config, local) && call.approved !== true)
    return pendingResult(local.slug)
  const result = await execute(parts, local, call, check.value, inherited.account)
  return check.parsed ? { ...result, parsedArguments: check.parsed } : result
}

const execute = async (
  { core, session }: SessionParts,
  { slug, tool }: LocalTool,
  call: SessionCall,
  given: Record<string, unknown>,
  connectedAccount: CustomToolAccount | undefined,
): Promise<ToolResult> =>
  withinTime(slug, call.options, async (signal) => {
    const { idempotencyKey } = call.options
    let value: unknown
    try {
      value = await tool.execute(given, {
        session,
        signal,
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        ...(connectedAccount && { connectedAccount }),
      })
    } catch (error) {
      // Any error, even the timeout of a nested call, ends the tool and not its caller.
      return failedResult(error instanceof Error ? error : new Error(String(error)))
    }
    const data = await storeAnswer(core, toAnswer(value), { signal })
    return { data, error: null, logId: null, successful: true }
  })

const pendingResult = (slug: string): ToolResult => ({
  data: { status: 'pending_approval', tool_slug: slug },
  error: `The user must approve this call of ${slug}; it was not run. The application that you run in asks for it.`,
  logId: null,
  successful: false,
})
