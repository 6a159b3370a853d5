import type {
  AgentTool,
  NamedToolsOptions,
  Session,
  ShownResult,
  ToolLister,
  ToolName,
  ToolSlug,
  ToolsOptions,
} from '../../src/index.ts'

export type OpenaiAgentsOptions = ToolsOptions & {
  /**
   * Shows the images and PDFs in tool results to the model instead of linking to them. For models
   * that are called through Responses.
   */
  files?: boolean | undefined
  /**
   * The conversation: its id, or a function that gets the run's context and returns it. A call
   * that is made again, by a resumed or retried run, is executed once: it is recognized by its id,
   * which some providers only count (`call_0`). Those calls are recognized within a conversation,
   * where their ids must differ, and without this option are made each time.
   *
   * @example
   * const tools = await openaiAgentsTools(session, { search: 'create an issue', conversation: chatId })
   */
  conversation?: string | ((run: { context: unknown }) => string | undefined) | undefined
}

/**
 * The argument of `tool` from `@openai/agents`. Declared here so that its package is not required.
 */
export type OpenaiAgentsTool = {
  name: string
  description: string
  execute: (
    toolArguments: unknown,
    context?: RunContext,
    details?: CallDetails,
  ) => Promise<string | AgentsOutput[]>
  needsApproval: false | ((context: unknown, toolArguments: unknown) => Promise<boolean>)
  /**
   * True at runtime if a profile makes the schema strict. The declared type is the variant that
   * accepts any schema.
   */
  strict: false
  parameters: {
    type: 'object'
    properties: Record<string, { [keyword: string]: unknown }>
    required: string[]
    additionalProperties: true
  }
}

type RunContext = {
  /** What the application passed to the run. */
  context: unknown
  isToolApproved: (call: { toolName: string; callId: string }) => boolean | undefined
}
type CallDetails = { signal?: AbortSignal; toolCall?: { callId: string } }
type AgentsOutput =
  | { type: 'text'; text: string }
  | { type: 'image'; image: { data: string; mediaType: string } }
  | { type: 'file'; file: { data: string; mediaType: string; filename: string } }

/**
 * Exposes the tools of a session to `@openai/agents`. Pass each one to its `tool` function.
 *
 * A call that the session wants confirmed interrupts the run. `state.approve` runs it, and approves
 * it in the service too. A call that fails or has invalid arguments is answered with an error that
 * the model can act on.
 *
 * @example
 * import { Agent, run, tool } from '@openai/agents'
 * import { Plugboard } from 'plugboard'
 * import { openaiAgentsTools } from 'plugboard/openai'
 *
 * const session = await new Plugboard().createSession('ada')
 * const tools = await openaiAgentsTools(session, { search: 'create an issue' })
 * const agent = new Agent({ name: 'Caretaker', tools: tools.map((each) => tool(each)) })
 * const { finalOutput } = await run(agent, 'Tell the builders that the door is broken')
 */
export async function openaiAgentsTools<const Slugs extends readonly ToolSlug[]>(
  session: ToolLister & Pick<Session, 'config'>,
  options: Omit<OpenaiAgentsOptions, keyof ToolsOptions> & NamedToolsOptions<Slugs>,
): Promise<NamedOpenaiAgentsTools<Slugs>>
export async function openaiAgentsTools(
  session: ToolLister & Pick<Session, 'config'>,
  options?: OpenaiAgentsOptions,
): Promise<OpenaiAgentsTool[]>
export async function openaiAgentsTools(
  session: ToolLister & Pick<Session, 'config'>,
  { files, conversation, ...options }: OpenaiAgentsOptions = {},
): Promise<OpenaiAgentsTool[]> {
  const mayAsk = session.config.approvals !== undefined
  return (await session.tools(options)).map((tool) =>
    toAgentsTool(tool, { files, conversation, mayAsk }),
  )
}

/** The tools with these slugs, in their order. */
export type NamedOpenaiAgentsTools<Slugs extends readonly string[]> = {
  -readonly [Index in keyof Slugs]: OpenaiAgentsTool & { name: ToolName<Slugs[Index]> }
}

type Ways = Pick<OpenaiAgentsOptions, 'files' | 'conversation'> & { mayAsk: boolean }

const toAgentsTool = (
  tool: AgentTool,
  { files, conversation, mayAsk }: Ways,
): OpenaiAgentsTool => ({
  name: tool.name,
  description: tool.description,
  ...({ strict: tool.strict, parameters: tool.inputSchema } as Pick<
    OpenaiAgentsTool,
    'strict' | 'parameters'
  >),
  // Set only if needed: with a function, the framework also asks a person about malformed
  // arguments.
  needsApproval: mayAsk && ((_, toolArguments) => tool.needsApproval(toolArguments)),
  execute: async (toolArguments, context, { signal, toolCall } = {}) => {
    const approved =
      toolCall && context?.isToolApproved({ toolName: tool.name, callId: toolCall.callId })
        ? true
        : undefined
    const result = await tool.execute(toolArguments, {
      signal,
      approved,
      call: toolCall && {
        id: toolCall.callId,
        conversation:
          typeof conversation === 'function' ? context && conversation(context) : conversation,
      },
    })
    return toOutput(await tool.show(result, { files, signal }))
  },
})

const toOutput = ({ text, files }: Pick<ShownResult, 'text' | 'files'>): string | AgentsOutput[] =>
  files.length === 0
    ? text
    : [
        { type: 'text', text },
        ...files.map(({ mediaType, base64, name }): AgentsOutput =>
          mediaType.startsWith('image/')
            ? { type: 'image', image: { data: base64, mediaType } }
            : { type: 'file', file: { data: base64, mediaType, filename: name ?? 'file.pdf' } },
        ),
      ]
