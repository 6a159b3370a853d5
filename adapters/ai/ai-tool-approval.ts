import type { ToolSet } from 'ai'
import { agentTools } from './agent-tools.ts'

/** Answer to the AI SDK: ask a person first, or continue. */
export type Approval = 'user-approval' | undefined

/**
 * Makes the AI SDK ask a person before it runs a call that the session wants confirmed. Pass the
 * result as `toolApproval` to `generateText` or `streamText`.
 *
 * An approved call is also approved in the service, with the project's key, and then runs. A denied
 * call is never sent. Without this setting, the model reads that the call is waiting for approval.
 * If messages come from a browser, also set `experimental_toolApprovalSecret` of the AI SDK.
 *
 * @example
 * const tools = await aiTools(session)
 * const { content, responseMessages } = await generateText({ model, tools, toolApproval: aiToolApproval(tools), messages })
 * const request = content.find((part) => part.type === 'tool-approval-request')
 * if (request) messages.push(...responseMessages, { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: request.approvalId, approved: true }] })
 */
export const aiToolApproval = (
  tools: ToolSet,
): Record<string, (input: unknown) => Promise<Approval>> =>
  Object.fromEntries(
    Object.entries(tools).flatMap(([name, tool]) =>
      agentTools.has(tool) ? [[name, (input: unknown) => checkApproval(tool, input)]] : [],
    ),
  )

/**
 * Returns whether a person has to approve a call. Tools from other sources handle their own
 * approvals.
 */
export const checkApproval = async (tool: object, input: unknown): Promise<Approval> =>
  (await agentTools.get(tool)?.needsApproval(input)) ? 'user-approval' : undefined
