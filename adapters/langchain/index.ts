import { ToolMessage } from '@langchain/core/messages'
import { tool as toLangchainTool, type DynamicStructuredTool } from '@langchain/core/tools'
import { toModelText, type AgentTool, type Session, type ToolResult, type ToolsOptions } from '../../src/index.ts'

/**
 * Gives the tools of a session to LangChain and LangGraph.
 *
 * The model sees each tool's JSON Schema as its author wrote it, and its arguments are checked before they leave the process.
 * A tool that fails comes back as a tool message with the status `error`; `artifact` holds the whole `ToolResult` with its log id. Arguments that
 * do not fit are LangChain's `ToolInputParsingException`, which its agents and tool nodes show to the model as a tool message too.
 * Without options these are the meta tools, with which the agent finds and runs all others by itself.
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
export const langchainTools = async (session: Session, options: ToolsOptions = {}): Promise<DynamicStructuredTool[]> =>
  (await session.tools(options)).map(toTool)

const toTool = (tool: AgentTool) =>
  toLangchainTool(
    async (toolArguments: Record<string, unknown>, config) => {
      const result = await tool.execute(toolArguments, { signal: config.signal })
      return [toContent(tool, result, config.toolCall?.id), result]
    },
    // LangChain refuses null where a JSON Schema says `nullable`, and closes zod objects; this definition is neither.
    { name: tool.name, description: tool.description, schema: tool.zod, responseFormat: 'content_and_artifact' },
  )

const toContent = (tool: AgentTool, result: ToolResult, toolCallId: string | undefined) => {
  const content = toModelText(result)
  if (result.error === null || toolCallId === undefined) return content
  return new ToolMessage({ content, artifact: result, tool_call_id: toolCallId, name: tool.name, status: 'error' })
}
