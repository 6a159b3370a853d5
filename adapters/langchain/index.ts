import { ToolMessage } from '@langchain/core/messages'
import { tool as toLangchainTool, type DynamicStructuredTool } from '@langchain/core/tools'
import { toModelText, type AgentTool, type Session, type ToolResult, type ToolsOptions } from '../../src/index.ts'

/** What a graph is interrupted with; the form of LangChain's human in the loop. */
export type ApprovalInterrupt = {
  actionRequests: { name: string; args: Record<string, unknown>; description: string }[]
  reviewConfigs: { actionName: string; allowedDecisions: ('approve' | 'reject')[] }[]
}

export type LangchainToolsOptions = ToolsOptions & {
  /** `interrupt` of `@langchain/langgraph`: stops the graph before a call that the session wants confirmed. */
  interrupt?: ((request: ApprovalInterrupt) => unknown) | undefined
}

/**
 * Gives the tools of a session to LangChain and LangGraph.
 *
 * The model sees each tool's JSON Schema as its author wrote it, and its arguments are checked before they leave the process.
 * A tool that fails comes back as a tool message with the status `error`; `artifact` holds the whole `ToolResult` with its log id. Arguments that
 * do not fit are LangChain's `ToolInputParsingException`, which its agents and tool nodes show to the model as a tool message too.
 * Without options these are the meta tools, with which the agent finds and runs all others by itself.
 *
 * With `interrupt` a graph with a checkpointer stops before a call that a person has to agree to, and goes on with
 * `new Command({ resume: { decisions: [{ type: 'approve' }] } })`, or `{ type: 'reject' }`. Without it the model reads that the call waits.
 * Where models make several calls at once, give each a task of its own, as `version: 'v2'` of `createReactAgent` does: LangGraph begins a task
 * that was interrupted anew.
 *
 * @example
 * import { ChatOpenAI } from '@langchain/openai'
 * import { Plugboard } from 'plugboard'
 * import { langchainTools } from 'plugboard/langchain'
 *
 * const session = await new Plugboard().createSession('ada')
 * const tools = await langchainTools(session, { search: 'create an issue' })
 * const answer = await new ChatOpenAI({ model: 'gpt-5' }).bindTools(tools).invoke('Tell the builders that the door is broken')
 * const messages = await Promise.all((answer.tool_calls ?? []).map((call) => tools.find((tool) => tool.name === call.name)?.invoke(call)))
 */
export const langchainTools = async (session: Session, { interrupt, ...options }: LangchainToolsOptions = {}): Promise<DynamicStructuredTool[]> => {
  const ask = interrupt && inTurn(interrupt)
  return (await session.tools(options)).map((tool) => toTool(tool, ask))
}

type Ask = (tool: AgentTool, toolArguments: Record<string, unknown>, signal: AbortSignal | undefined) => Promise<boolean | undefined>

const toTool = (tool: AgentTool, ask: Ask | undefined) =>
  toLangchainTool(
    async (toolArguments: Record<string, unknown>, config) => {
      const approved = await ask?.(tool, toolArguments, config.signal)
      const result = await tool.execute(toolArguments, { signal: config.signal, approved })
      return [toContent(tool, result, config.toolCall?.id), result]
    },
    // LangChain refuses null where a JSON Schema says `nullable`, and closes zod objects; this definition is neither.
    { name: tool.name, description: tool.description, schema: tool.zod, responseFormat: 'content_and_artifact' },
  )

/** Asks for one call after the other: within a task LangGraph tells answers apart by their order alone. */
const inTurn = (interrupt: NonNullable<LangchainToolsOptions['interrupt']>): Ask => {
  let last: Promise<unknown> = Promise.resolve()
  return (tool, toolArguments, signal) => {
    const needed = tool.needsApproval(toolArguments, { signal })
    const answer = last.then(async () => ((await needed) ? isApproved(interrupt(toRequest(tool, toolArguments))) : undefined))
    last = Promise.allSettled([needed, answer])
    return answer
  }
}

const toRequest = ({ name, description }: AgentTool, args: Record<string, unknown>): ApprovalInterrupt => ({
  actionRequests: [{ name, args, description }],
  reviewConfigs: [{ actionName: name, allowedDecisions: ['approve', 'reject'] }],
})

/** Whatever is no clear yes is a no. */
const isApproved = (answer: unknown): boolean => {
  const { decisions } = (answer ?? {}) as { decisions?: { type?: unknown }[] }
  return Array.isArray(decisions) && decisions.length > 0 && decisions.every((decision) => decision?.type === 'approve')
}

const toContent = (tool: AgentTool, result: ToolResult, toolCallId: string | undefined) => {
  const content = toModelText(result)
  if (result.error === null || toolCallId === undefined) return content
  return new ToolMessage({ content, artifact: result, tool_call_id: toolCallId, name: tool.name, status: 'error' })
}
