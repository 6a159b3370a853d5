import { dynamicTool, jsonSchema, type JSONSchema7, type JSONValue, type ToolSet } from 'ai'
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

const toAiTool = (tool: AgentTool): ToolSet[string] =>
  dynamicTool({
    description: tool.description,
    inputSchema: jsonSchema(() => tool.inputSchema as JSONSchema7, { validate: tool.validate }),
    execute: (toolArguments, { abortSignal }) => tool.execute(toolArguments, { signal: abortSignal }),
    toModelOutput: ({ output }) => toToolOutput(output as ToolResult),
  })

const toToolOutput = (result: ToolResult) => ({
  type: result.error === null ? ('json' as const) : ('error-json' as const),
  value: toModelOutput(result) as JSONValue,
})
