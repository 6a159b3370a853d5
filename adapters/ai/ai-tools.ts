import { dynamicTool, jsonSchema, type JSONSchema7, type JSONValue, type ToolSet } from 'ai'
import type { AgentTool, Session, ShownResult, ToolResult, ToolsOptions } from '../../src/index.ts'
import { agentTools } from './agent-tools.ts'
import { isApproved } from './is-approved.ts'

export type AiToolsOptions = ToolsOptions & {
  /**
   * Shows images and PDFs that tools answer to the model, in the place of their links. For models
   * that look at tool results (Anthropic, Gemini, OpenAI's Responses); elsewhere, as in Chat
   * Completions, they would be read as a lot of text. Needs `ai` 7.
   */
  files?: boolean | undefined
  /**
   * Tools that the model is not shown before it found them: with `toolSearch` of `ai`, or with the
   * tool search of Anthropic or OpenAI.
   */
  deferLoading?: 'sdk' | 'provider' | undefined
  /**
   * The tools themselves ask before a call that the session wants confirmed. This is for `ai` 6; in
   * 7, give `toolApproval: aiToolApproval(tools)`.
   */
  needsApproval?: boolean | undefined
}

/**
 * Gives the tools of a session to the Vercel AI SDK.
 *
 * The model sees each tool's JSON Schema as its author wrote it, or in the dialect of `profile`,
 * and its arguments are checked before they leave the process. A tool that fails comes back as a
 * result the model can read; `toolResults` holds the whole `ToolResult` with its log id.
 * `metadata.untrusted` says whether third parties wrote what a tool answers. Without options these
 * are the meta tools, with which the agent finds and runs all others by itself.
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
export const aiTools = async (
  session: Pick<Session, 'tools'>,
  { files, deferLoading, needsApproval, ...options }: AiToolsOptions = {},
): Promise<ToolSet> =>
  Object.fromEntries(
    (await session.tools(options)).map((tool) => [
      tool.name,
      toAiTool(tool, { files, deferLoading, needsApproval }),
    ]),
  )

export const toAiTool = (
  tool: AgentTool,
  {
    files,
    deferLoading,
    needsApproval,
  }: Pick<AiToolsOptions, 'files' | 'deferLoading' | 'needsApproval'>,
): ToolSet[string] => {
  const { inputExamples, outputSchema } = tool
  const made = dynamicTool({
    description: tool.description,
    ...(tool.strict && { strict: true }),
    // Not sent to the model; with `ai` 7 it comes back as `toolMetadata` of each call.
    ...(tool.untrusted && { metadata: { untrusted: true } }),
    inputSchema: jsonSchema(() => tool.inputSchema as JSONSchema7, { validate: tool.validate }),
    ...(inputExamples.length > 0 && { inputExamples: inputExamples.map((input) => ({ input })) }),
    ...(outputSchema && { outputSchema: resultSchema(outputSchema) }),
    ...(deferLoading === 'sdk' && { deferLoading: true }),
    ...(deferLoading === 'provider' && {
      providerOptions: { anthropic: { deferLoading: true }, openai: { deferLoading: true } },
    }),
    ...(needsApproval && { needsApproval: (input: unknown) => tool.needsApproval(input) }),
    execute: (toolArguments, { abortSignal, messages, toolCallId }) =>
      tool.execute(toolArguments, {
        signal: abortSignal,
        ...(isApproved(toolCallId, messages) && { approved: true }),
      }),
    toModelOutput: async ({ output }) =>
      toToolOutput(await tool.show(output as ToolResult, { files })),
  })
  agentTools.set(made, tool)
  return made
}

/**
 * What `execute` gives: a `ToolResult`. Its data is described and not checked, as third parties do
 * not always keep to what they say.
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
      },
    }),
    {
      validate: (value) =>
        isResult(value)
          ? { success: true, value }
          : {
              success: false,
              error: new Error(
                'This is no result of a tool: it has no `data`, `error` and `successful`',
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
  // The form of `ai` 7, which the types of 6 do not know.
  return { type: 'content', value: [{ type: 'text', text }, ...parts] } as ToolOutput
}
