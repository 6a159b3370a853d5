import type {
  ChatCompletionFunctionTool,
  ChatCompletionMessage,
  ChatCompletionToolMessageParam,
} from 'openai/resources/chat/completions'
import type {
  FunctionTool,
  Response,
  ResponseInputItem,
} from 'openai/resources/responses/responses'
import {
  oneAtATime,
  type AgentTool,
  type NamedToolsOptions,
  type ShownResult,
  type ToolLister,
  type ToolName,
  type ToolSlug,
  type ToolsOptions,
} from '../../src/index.ts'
import { runCall, type RunOptions, type Tools } from './run-call.ts'

export type OpenaiToolsOptions = ToolsOptions & {
  /**
   * Shows the images and PDFs in tool results to the model instead of linking to them. Responses
   * only: Chat Completions accepts only text.
   */
  files?: boolean | undefined
  /**
   * Responses only: hides the tools until the model finds them with `{ type: 'tool_search' }`,
   * which you add to `tools`.
   */
  deferLoading?: boolean | undefined
}

/**
 * The tools in the format of both APIs, and `run`, which executes the tool calls of a message or
 * response.
 */
export type OpenaiTools<Slugs extends readonly string[] = readonly string[]> = {
  /** For `chat.completions.create({ tools })`. */
  chat: {
    -readonly [Index in keyof Slugs]: ChatCompletionFunctionTool & {
      function: { name: ToolName<Slugs[Index]> }
    }
  }
  /** For `responses.create({ tools })`. */
  responses: {
    -readonly [Index in keyof Slugs]: FunctionTool & { name: ToolName<Slugs[Index]> }
  }
  run: {
    /**
     * Returns the messages to append after the model's message, in the order of its calls. Empty if
     * the model called no tool.
     */
    (
      message: Pick<ChatCompletionMessage, 'tool_calls'>,
      options?: RunOptions<Slugs[number]>,
    ): Promise<ChatCompletionToolMessageParam[]>
    /**
     * Returns the items to append after the output of the response, in the order of its calls.
     * Empty if the model called no tool.
     */
    (
      response: Pick<Response, 'output'> & { id?: string },
      options?: RunOptions<Slugs[number]>,
    ): Promise<ResponseInputItem.FunctionCallOutput[]>
  }
}

/**
 * Exposes the tools of a session to the OpenAI client, for Chat Completions and Responses.
 *
 * The model sees each tool's JSON Schema as its author wrote it, or, with `profile:
 * 'openai-strict'`, in OpenAI's strict dialect where the schema can be expressed in it. `run`
 * executes all calls of an answer concurrently. A call that fails, has malformed arguments or names
 * an unknown tool is answered with an error that the model can act on. `runChat` and `runResponses`
 * repeat this until the model answers without calling tools. Without options, this returns the meta
 * tools, with which the agent finds and runs all other tools.
 *
 * `onResult` of `run` gets each call with its complete result. For tools that are named in `tools`
 * and that `plugboard generate types` declared, names, arguments and results are typed.
 *
 * @example
 * import OpenAI from 'openai'
 * import { Plugboard } from 'plugboard'
 * import { openaiTools } from 'plugboard/openai'
 *
 * const session = await new Plugboard().createSession('ada')
 * const tools = await openaiTools(session, { search: 'create an issue' })
 * const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Tell the builders that the door is broken' }]
 * const completion = await new OpenAI().chat.completions.create({ model: 'gpt-5', messages, tools: tools.chat })
 * const message = completion.choices[0]!.message
 * messages.push(message, ...(await tools.run(message)))
 */
export async function openaiTools<const Slugs extends readonly ToolSlug[]>(
  session: ToolLister,
  options: Omit<OpenaiToolsOptions, keyof ToolsOptions> & NamedToolsOptions<Slugs>,
): Promise<OpenaiTools<Slugs>>
export async function openaiTools(
  session: ToolLister,
  options?: OpenaiToolsOptions,
): Promise<OpenaiTools>
export async function openaiTools(
  session: ToolLister,
  { files, deferLoading, ...options }: OpenaiToolsOptions = {},
): Promise<OpenaiTools> {
  return toOpenaiTools(await session.tools(options), { files, deferLoading })
}

export const toOpenaiTools = (
  given: readonly AgentTool[],
  { files, deferLoading }: Pick<OpenaiToolsOptions, 'files' | 'deferLoading'>,
): OpenaiTools => {
  const tools: Tools = new Map(given.map((tool) => [tool.name, tool]))
  return {
    chat: [...tools.values()].map(toChatTool),
    responses: [...tools.values()].map((tool) => ({
      ...toResponsesTool(tool),
      ...(deferLoading && { defer_loading: true }),
    })),
    run: ((
      answer:
        | Pick<ChatCompletionMessage, 'tool_calls'>
        | (Pick<Response, 'output'> & { id?: string }),
      { signal, approve, conversation, onResult }: RunOptions = {},
    ) => {
      const ways = { signal, approve: approve && oneAtATime(approve), conversation, onResult }
      return 'output' in answer
        ? runResponse(tools, answer, { ...ways, files })
        : runMessage(tools, answer, ways)
    }) as OpenaiTools['run'],
  }
}

const toChatTool = (tool: AgentTool): ChatCompletionFunctionTool => ({
  type: 'function',
  function: {
    name: tool.name,
    description: tool.description,
    parameters: tool.inputSchema,
    ...(tool.strict && { strict: true }),
  },
})

// By default, Responses rewrites the schema in its strict dialect.
const toResponsesTool = (tool: AgentTool): FunctionTool => ({
  type: 'function',
  name: tool.name,
  description: tool.description,
  parameters: tool.inputSchema,
  strict: tool.strict,
})

const runMessage = (
  tools: Tools,
  message: Pick<ChatCompletionMessage, 'tool_calls'>,
  options: RunOptions,
): Promise<ChatCompletionToolMessageParam[]> =>
  Promise.all(
    (message.tool_calls ?? [])
      .filter((call) => call.type === 'function')
      .map(async (call) => ({
        role: 'tool',
        tool_call_id: call.id,
        content: (
          await runCall(tools, { ...call.function, id: call.id, ...statusOf(call) }, options)
        ).text,
      })),
  )

/** Of calls in Responses, and of those that `runChat` knows to be cut off. */
const statusOf = (call: object): { status?: string } =>
  'status' in call && typeof call.status === 'string' ? { status: call.status } : {}

const runResponse = (
  tools: Tools,
  response: Pick<Response, 'output'> & { id?: string },
  options: RunOptions & { files: boolean | undefined },
): Promise<ResponseInputItem.FunctionCallOutput[]> =>
  Promise.all(
    response.output
      .filter((item) => item.type === 'function_call')
      .map(async (call) => ({
        type: 'function_call_output',
        call_id: call.call_id,
        output: toOutput(
          await runCall(tools, { ...call, id: call.call_id, step: response.id }, options),
        ),
      })),
  )

const toOutput = ({
  text,
  files,
}: Pick<ShownResult, 'text' | 'files'>): ResponseInputItem.FunctionCallOutput['output'] =>
  files.length === 0
    ? text
    : [
        { type: 'input_text', text },
        ...files.map(({ mediaType, base64, name }) => {
          const address = `data:${mediaType};base64,${base64}`
          return mediaType.startsWith('image/')
            ? { type: 'input_image' as const, image_url: address }
            : { type: 'input_file' as const, filename: name ?? 'file.pdf', file_data: address }
        }),
      ]
