import { dynamicTool, jsonSchema, type AssistantContent, type JSONSchema7, type JSONValue, type ModelMessage, type ToolApprovalStatus, type ToolContent, type ToolSet } from 'ai'
import { toModelOutput, type AgentTool, type Session, type ToolResult, type ToolsOptions } from '../../src/index.ts'

/**
 * Gives the tools of a session to the Vercel AI SDK.
 *
 * The model sees each tool's JSON Schema as its author wrote it, and its arguments are checked before they leave the process.
 * A tool that fails comes back as a result the model can read; `toolResults` holds the whole `ToolResult` with its log id.
 * Without options these are the meta tools, with which the agent finds and runs all others by itself.
 *
 * @example
 * import { generateText, isStepCount } from 'ai'
 * import { openai } from '@ai-sdk/openai'
 * import { Plugboard } from 'plugboard'
 * import { aiTools } from 'plugboard/ai'
 *
 * const session = await new Plugboard().createSession('ada')
 * const { text } = await generateText({
 *   model: openai('gpt-5'),
 *   tools: await aiTools(session, { search: 'create an issue' }),
 *   stopWhen: isStepCount(5),
 *   prompt: 'Tell the builders that the door is broken',
 * })
 */
export const aiTools = async (session: Session, options: ToolsOptions = {}): Promise<ToolSet> =>
  Object.fromEntries((await session.tools(options)).map((tool) => [tool.name, toAiTool(tool)]))

/**
 * Has the AI SDK ask a person before it runs the calls that the session wants confirmed: for `toolApproval` of `generateText` and `streamText`.
 *
 * An approved call is approved in the service too, with the project's key, and made; a denied one is never sent. Without this the model
 * reads that the call waits for its approval. Where messages come from a browser, set `experimental_toolApprovalSecret` of the AI SDK as well.
 *
 * @example
 * const tools = await aiTools(session)
 * const { content, response } = await generateText({ model, tools, toolApproval: aiToolApproval(tools), messages })
 * const request = content.find((part) => part.type === 'tool-approval-request')
 * if (request) messages.push(...response.messages, { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: request.approvalId, approved: true }] })
 */
export const aiToolApproval = (tools: ToolSet): Record<string, (input: unknown) => Promise<ToolApprovalStatus>> =>
  Object.fromEntries(
    Object.entries(tools).flatMap(([name, tool]) => {
      const agentTool = agentTools.get(tool)
      if (!agentTool) return []
      return [[name, async (input: unknown) => ((await agentTool.needsApproval(input)) ? ('user-approval' as const) : undefined)]]
    }),
  )

/** What the tools of the AI SDK were made from. */
const agentTools = new WeakMap<object, AgentTool>()

const toAiTool = (tool: AgentTool): ToolSet[string] => {
  const made = dynamicTool({
    description: tool.description,
    inputSchema: jsonSchema(() => tool.inputSchema as JSONSchema7, { validate: tool.validate }),
    execute: (toolArguments, { abortSignal, messages, toolCallId }) => tool.execute(toolArguments, { signal: abortSignal, ...(isApproved(toolCallId, messages) && { approved: true }) }),
    toModelOutput: ({ output }) => toToolOutput(output as ToolResult),
  })
  agentTools.set(made, tool)
  return made
}

/** Whether a person agreed to a call that has no result yet: ids of calls may come again later. */
const isApproved = (toolCallId: string, messages: readonly ModelMessage[]): boolean => {
  const parts = messages.flatMap(toParts)
  const isDone = parts.some((part) => part.type === 'tool-result' && part.toolCallId === toolCallId)
  const request = parts.findLast((part) => part.type === 'tool-approval-request' && part.toolCallId === toolCallId)
  if (isDone || request?.type !== 'tool-approval-request') return false
  return parts.some((part) => part.type === 'tool-approval-response' && part.approvalId === request.approvalId && part.approved)
}

const toParts = ({ role, content }: ModelMessage): (Exclude<AssistantContent, string>[number] | ToolContent[number])[] =>
  (role === 'assistant' || role === 'tool') && typeof content !== 'string' ? content : []

const toToolOutput = (result: ToolResult) => ({
  type: result.error === null ? ('json' as const) : ('error-json' as const),
  value: toModelOutput(result) as JSONValue,
})
