import type { ToolSet } from 'ai'
import { agentTools } from './agent-tools.ts'

/** What the AI SDK is answered: it asks a person, or goes on. */
export type Approval = 'user-approval' | undefined

/**
 * Has the AI SDK ask a person before it runs the calls that the session wants confirmed: for
 * `toolApproval` of `generateText` and `streamText`.
 *
 * An approved call is approved in the service too, with the project's key, and made; a denied one
 * is never sent. Without this the model reads that the call waits for its approval. Where messages
 * come from a browser, set `experimental_toolApprovalSecret` of the AI SDK as well.
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
      agentTools.has(tool) ? [[name, (input: unknown) => askFor(tool, input)]] : [],
    ),
  )

/** Whether a person has to agree to a call; tools of others ask for themselves. */
export const askFor = async (tool: object, input: unknown): Promise<Approval> =>
  (await agentTools.get(tool)?.needsApproval(input)) ? 'user-approval' : undefined
