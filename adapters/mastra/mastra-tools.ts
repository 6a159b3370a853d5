import type {
  AgentTool,
  NamedToolsOptions,
  ShownResult,
  ToolLister,
  ToolName,
  ToolResult,
  ToolSlug,
  ToolsOptions,
} from '../../src/index.ts'
import { createAskedCalls } from './asked-calls.ts'

export type MastraToolsOptions = ToolsOptions & {
  /** Shows the images and PDFs in tool results to the model instead of linking to them. */
  files?: boolean | undefined
  /**
   * The conversation: its id, or a function that returns it. A call that is made again, by a retried
   * or resumed run, is executed once: it is recognized by its id, which some providers only count
   * (`call_0`). Those calls are recognized within a conversation, where their ids must differ, and
   * without this option are made each time.
   */
  conversation?: string | ((context: MastraContext) => string | undefined) | undefined
}

/** What Mastra says of a call. */
export type MastraContext = {
  abortSignal?: AbortSignal | undefined
  agent?: { toolCallId: string; threadId?: string | undefined } | undefined
}

/** The argument of `createTool` from `@mastra/core`. Declared here so that it is not required. */
export type MastraToolDefinition = {
  id: string
  description: string
  inputSchema: AgentTool['zod']
  strict?: boolean
  requireApproval: (toolArguments: unknown) => Promise<boolean>
  execute: (toolArguments: unknown, context: MastraContext) => Promise<ToolResult>
  toModelOutput: (output: unknown) => Promise<MastraOutput>
}

/** The output of a tool as the models of the AI SDK take it. */
export type MastraOutput =
  | { type: 'json' | 'error-json'; value: unknown }
  | {
      type: 'content'
      value: ({ type: 'text'; text: string } | { type: 'media'; data: string; mediaType: string })[]
    }

/** `createTool` from `@mastra/core/tools`. */
export type CreateTool<Tool> = (definition: MastraToolDefinition) => Tool

/**
 * Exposes the tools of a session to Mastra: pass them to an `Agent`.
 *
 * The model sees each tool's JSON Schema as its author wrote it, or converted to the dialect of
 * `profile`; for the models of some providers, such as OpenAI, Mastra itself adapts it. Arguments are validated before they leave the process. A failure is a result that the
 * model can read. The abort signal of a run reaches the calls. Without options, this returns the
 * meta tools, with which the agent finds and runs all other tools.
 *
 * A call that the session wants confirmed suspends the run. `approveToolCall` runs it, and approves
 * it in the service too; `declineToolCall` never sends it.
 *
 * @example
 * import { Agent } from '@mastra/core/agent'
 * import { createTool } from '@mastra/core/tools'
 * import { Plugboard } from 'plugboard'
 * import { mastraTools } from 'plugboard/mastra'
 *
 * const session = await new Plugboard().createSession('ada')
 * const agent = new Agent({
 *   id: 'caretaker',
 *   name: 'Caretaker',
 *   instructions: 'You look after the building.',
 *   model: 'openai/gpt-5-mini',
 *   tools: await mastraTools(session, createTool, { search: 'create an issue' }),
 * })
 * const { text } = await agent.generate('Tell the builders that the door is broken')
 */
export async function mastraTools<Tool, const Slugs extends readonly ToolSlug[]>(
  session: ToolLister,
  createTool: CreateTool<Tool>,
  options: Omit<MastraToolsOptions, keyof ToolsOptions> & NamedToolsOptions<Slugs>,
): Promise<{ [Slug in Slugs[number] as ToolName<Slug>]: Tool }>
export async function mastraTools<Tool>(
  session: ToolLister,
  createTool: CreateTool<Tool>,
  options?: MastraToolsOptions,
): Promise<Record<string, Tool>>
export async function mastraTools<Tool>(
  session: ToolLister,
  createTool: CreateTool<Tool>,
  { files, conversation, ...options }: MastraToolsOptions = {},
): Promise<Record<string, Tool>> {
  return Object.fromEntries(
    (await session.tools(options)).map((tool) => [
      tool.name,
      createTool(toDefinition(tool, { files, conversation })),
    ]),
  )
}

export const toDefinition = (
  tool: AgentTool,
  { files, conversation }: Pick<MastraToolsOptions, 'files' | 'conversation'>,
): MastraToolDefinition => {
  const asked = createAskedCalls()
  return {
    id: tool.name,
    description: tool.description,
    inputSchema: tool.zod,
    ...(tool.strict && { strict: true }),
    requireApproval: async (toolArguments) => {
      const isNeeded = await tool.needsApproval(toolArguments)
      asked.set(toolArguments, isNeeded)
      return isNeeded
    },
    execute: async (toolArguments, context) => {
      const { abortSignal, agent } = context
      return tool.execute(toolArguments, {
        signal: abortSignal,
        // An agent runs a call for which it had to ask only after a person has approved it.
        ...(agent && asked.take(toolArguments) && { approved: true }),
        call: agent && {
          id: agent.toolCallId,
          // Not the thread by itself: counted ids repeat in it, and Mastra does not tell a step.
          conversation: typeof conversation === 'function' ? conversation(context) : conversation,
        },
      })
    },
    toModelOutput: async (output) =>
      // Mastra itself answers arguments that do not fit.
      isResult(output)
        ? toOutput(await tool.show(output, { files }))
        : { type: 'error-json', value: output },
  }
}

const isResult = (output: unknown): output is ToolResult =>
  typeof output === 'object' &&
  output !== null &&
  'data' in output &&
  'error' in output &&
  'successful' in output

const toOutput = ({ output, text, isError, files }: ShownResult): MastraOutput =>
  files.length === 0
    ? { type: isError ? 'error-json' : 'json', value: output }
    : {
        type: 'content',
        value: [
          { type: 'text', text },
          ...files.map(({ base64, mediaType }) => ({
            type: 'media' as const,
            data: base64,
            mediaType,
          })),
        ],
      }
