import {
  dynamicTool,
  jsonSchema,
  type JSONSchema7,
  type JSONValue,
  type ModelMessage,
  type Tool,
  type ToolSet,
} from 'ai'
import type {
  AgentTool,
  NamedToolsOptions,
  ShownResult,
  ToolArguments,
  ToolLister,
  ToolName,
  ToolOutcome,
  ToolResult,
  ToolSlug,
  ToolsOptions,
} from '../../src/index.ts'
import { agentTools } from './agent-tools.ts'
import { isApproved } from './is-approved.ts'
import { toModelCall } from './to-model-call.ts'

export type AiToolsOptions = ToolsOptions & {
  /**
   * Shows the images and PDFs in tool results to the model instead of linking to them. Use it with
   * models that can read files in tool results (Anthropic, Gemini, OpenAI Responses). Other models,
   * such as those of Chat Completions, would receive the content as long text. Requires `ai` 7.
   */
  files?: boolean | undefined
  /**
   * Hides the tools from the model until it finds them, either with `toolSearch` from `ai` or with
   * the tool search of Anthropic or OpenAI.
   */
  deferLoading?: 'sdk' | 'provider' | undefined
  /**
   * Lets each tool ask for approval itself, before a call that the session wants confirmed. For
   * `ai` 6. With `ai` 7, pass `toolApproval: aiToolApproval(tools)` instead.
   */
  needsApproval?: boolean | undefined
  /**
   * The conversation: its id, or a function that returns it. A call that is made again, by a retried
   * step or a resent request, is executed once: it is recognized by its id, which some providers
   * only count (`call_0`). Those calls are recognized within a conversation, and without this option
   * are made each time.
   *
   * @example
   * const tools = await aiTools(session, { search: 'create an issue', conversation: chatId })
   */
  conversation?: string | ((call: AiCall) => string | undefined) | undefined
}

/** What the AI SDK says of a call: in `context` what the application passed to the run. */
export type AiCall = {
  toolCallId: string
  messages: readonly ModelMessage[]
  /** Of `ai` 7: the context of this tool. */
  context?: unknown
  /** Of `ai` 6. */
  experimental_context?: unknown
}

type ToolWays = Pick<
  AiToolsOptions,
  'files' | 'deferLoading' | 'needsApproval' | 'conversation'
> & {
  /** The program names the tool, so that parts of messages can have its types. */
  isNamed?: boolean
}

/** The tools with these slugs, by the names that models know them by. */
export type AiToolSet<Slugs extends readonly string[]> = {
  [Slug in Slugs[number] as ToolName<Slug>]: Tool<ToolArguments<Slug>, ToolOutcome<Slug>>
}

/**
 * Exposes the tools of a session as Vercel AI SDK tools.
 *
 * The model sees each tool's JSON Schema as its author wrote it, or converted to the dialect of
 * `profile`. Arguments are validated before they leave the process. A tool failure is returned as a
 * result that the model can read; `toolResults` holds the complete `ToolResult` with its log id.
 * `metadata.untrusted` is true if third parties wrote the content of a tool's results. Without
 * options, this returns the meta tools, with which the agent finds and runs all other tools.
 *
 * Tools in `tools` are static tools of the AI SDK, whose parts in messages are `tool-<NAME>`; all
 * others are dynamic tools. For tools that `plugboard generate types` declared, the input and output
 * of calls, results and parts are typed: `InferUITools<Awaited<ReturnType<typeof aiTools>>>`.
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
export async function aiTools<const Slugs extends readonly ToolSlug[]>(
  session: ToolLister,
  options: Omit<AiToolsOptions, keyof ToolsOptions> & NamedToolsOptions<Slugs>,
): Promise<AiToolSet<Slugs>>
export async function aiTools(session: ToolLister, options?: AiToolsOptions): Promise<ToolSet>
export async function aiTools(
  session: ToolLister,
  { files, deferLoading, needsApproval, conversation, ...options }: AiToolsOptions = {},
): Promise<ToolSet> {
  const named = new Set<string>(options.tools)
  return Object.fromEntries(
    (await session.tools(options)).map((tool) => [
      tool.name,
      toAiTool(tool, {
        files,
        deferLoading,
        needsApproval,
        conversation,
        isNamed: named.has(tool.slug),
      }),
    ]),
  )
}

export const toAiTool = (
  tool: AgentTool,
  { files, deferLoading, needsApproval, conversation, isNamed }: ToolWays,
): ToolSet[string] => {
  const { inputExamples, outputSchema } = tool
  const definition: Parameters<typeof dynamicTool>[0] = {
    description: tool.description,
    ...(tool.strict && { strict: true }),
    // Not sent to the model. `ai` 7 returns it as `toolMetadata` of each call.
    ...(tool.untrusted && { metadata: { untrusted: true } }),
    inputSchema: jsonSchema(() => tool.inputSchema as JSONSchema7, { validate: tool.validate }),
    ...(inputExamples.length > 0 && { inputExamples: inputExamples.map((input) => ({ input })) }),
    ...(outputSchema && { outputSchema: resultSchema(outputSchema) }),
    ...(deferLoading === 'sdk' && { deferLoading: true }),
    ...(deferLoading === 'provider' && {
      providerOptions: { anthropic: { deferLoading: true }, openai: { deferLoading: true } },
    }),
    ...(needsApproval && { needsApproval: (input: unknown) => tool.needsApproval(input) }),
    execute: (toolArguments, call) =>
      tool.execute(toolArguments, {
        signal: call.abortSignal,
        call: toModelCall(call, conversation),
        ...(isApproved(call.toolCallId, call.messages) && { approved: true }),
      }),
    toModelOutput: async ({ output }) =>
      toToolOutput(await tool.show(output as ToolResult, { files })),
  }
  const made: ToolSet[string] = isNamed ? definition : dynamicTool(definition)
  agentTools.set(made, tool)
  return made
}

/**
 * Describes the `ToolResult` that `execute` returns. Its data is not validated, because third
 * parties do not always follow their own schema.
 */
const resultSchema = (data: Record<string, unknown>) =>
  jsonSchema(
    () => ({
      type: 'object',
      required: ['data', 'error', 'logId', 'successful'],
      properties: {
        data: data as JSONSchema7,
        error: { type: ['string', 'null'] },
        logId: { type: ['string', 'null'] },
        successful: { type: 'boolean' },
        paging: { type: 'object' },
        selection: { type: 'object' },
      },
    }),
    {
      validate: (value) =>
        isResult(value)
          ? { success: true, value }
          : {
              success: false,
              error: new Error(
                'This is not the result of a tool: it has no `data`, `error` and `successful`',
              ),
            },
    },
  )

const isResult = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'data' in value &&
  'error' in value &&
  'successful' in value

type ToolOutput = Awaited<ReturnType<NonNullable<ToolSet[string]['toModelOutput']>>>

const toToolOutput = ({ output, text, isError, files }: ShownResult): ToolOutput => {
  if (files.length === 0)
    return { type: isError ? 'error-json' : 'json', value: output as JSONValue }
  const parts = files.map(({ mediaType, base64, name }) => ({
    type: 'file',
    mediaType,
    data: { type: 'data', data: base64 },
    ...(name !== undefined && { filename: name }),
  }))
  // The shape that `ai` 7 expects, which the types of `ai` 6 do not include.
  return { type: 'content', value: [{ type: 'text', text }, ...parts] } as ToolOutput
}
