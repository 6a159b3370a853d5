import type { ChatCompletionFunctionTool, ChatCompletionMessage, ChatCompletionToolMessageParam } from 'openai/resources/chat/completions'
import type { FunctionTool, Response, ResponseInputItem } from 'openai/resources/responses/responses'
import { toModelText, type AgentTool, type Session, type ToolResult, type ToolsOptions } from '../../src/index.ts'

/** The tools in the form of both interfaces, and `run`, which carries out the tool calls of a message or response. */
export type OpenaiTools = {
  /** For `chat.completions.create({ tools })`. */
  chat: ChatCompletionFunctionTool[]
  /** For `responses.create({ tools })`. */
  responses: FunctionTool[]
  run: {
    /** The messages to append after the model's own, in the order of its calls; none when it called nothing. */
    (message: Pick<ChatCompletionMessage, 'tool_calls'>, options?: RunOptions): Promise<ChatCompletionToolMessageParam[]>
    /** The items to append after the output of the response, in the order of its calls; none when it called nothing. */
    (response: Pick<Response, 'output'>, options?: RunOptions): Promise<ResponseInputItem.FunctionCallOutput[]>
  }
}

export type RunOptions = {
  signal?: AbortSignal | undefined
  /** Asks a person before each call that the session wants confirmed, one at a time: `true` makes it, `false` never. Without it the model reads that the call waits. */
  approve?: ((call: ApprovalCall) => boolean | Promise<boolean>) | undefined
}

/** A call that a person has to agree to. */
export type ApprovalCall = { name: string; arguments: unknown; description: string }

/**
 * Gives the tools of a session to the OpenAI client, for Chat Completions and Responses.
 *
 * The model sees each tool's JSON Schema as its author wrote it. `run` makes all calls of an answer at once; a call that fails, has malformed
 * arguments or names no tool is answered in words the model can act on.
 * Without options these are the meta tools, with which the agent finds and runs all others by itself.
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
export const openaiTools = async (session: Session, options: ToolsOptions = {}): Promise<OpenaiTools> => {
  const tools = new Map((await session.tools(options)).map((tool) => [tool.name, tool]))
  return {
    chat: [...tools.values()].map(toChatTool),
    responses: [...tools.values()].map(toResponsesTool),
    run: ((answer: Pick<ChatCompletionMessage, 'tool_calls'> | Pick<Response, 'output'>, { signal, approve }: RunOptions = {}) => {
      const options = { signal, approve: approve && inTurn(approve) }
      return 'output' in answer ? runResponse(tools, answer, options) : runMessage(tools, answer, options)
    }) as OpenaiTools['run'],
  }
}

const toChatTool = (tool: AgentTool): ChatCompletionFunctionTool => ({
  type: 'function',
  function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
})

// Responses would rewrite the schema in its strict dialect unless told not to.
const toResponsesTool = (tool: AgentTool): FunctionTool => ({
  type: 'function',
  name: tool.name,
  description: tool.description,
  parameters: tool.inputSchema,
  strict: false,
})

type Tools = ReadonlyMap<string, AgentTool>

const runMessage = (tools: Tools, message: Pick<ChatCompletionMessage, 'tool_calls'>, options: RunOptions): Promise<ChatCompletionToolMessageParam[]> =>
  Promise.all(
    (message.tool_calls ?? [])
      .filter((call) => call.type === 'function')
      .map(async (call) => ({ role: 'tool', tool_call_id: call.id, content: await runCall(tools, call.function, options) })),
  )

const runResponse = (tools: Tools, response: Pick<Response, 'output'>, options: RunOptions): Promise<ResponseInputItem.FunctionCallOutput[]> =>
  Promise.all(
    response.output
      .filter((item) => item.type === 'function_call')
      .map(async (call) => ({ type: 'function_call_output', call_id: call.call_id, output: await runCall(tools, call, options) })),
  )

const runCall = async (tools: Tools, call: { name: string; arguments: string }, { signal, approve }: RunOptions): Promise<string> => {
  const tool = tools.get(call.name)
  if (!tool) return toModelText(refused(`There is no tool "${call.name}". The tools are: ${[...tools.keys()].join(', ')}`))
  const toolArguments = parseArguments(call.arguments)
  if (toolArguments instanceof Error) return toModelText(refused(`The arguments are not valid JSON, so ${call.name} was not run: ${toolArguments.message}`))
  const approved = approve && (await tool.needsApproval(toolArguments, { signal })) ? await approve({ name: call.name, arguments: toolArguments, description: tool.description }) : undefined
  return toModelText(await tool.execute(toolArguments, { signal, approved }))
}

/** A person is asked one question at a time, in the order of the calls. */
const inTurn = (approve: NonNullable<RunOptions['approve']>): NonNullable<RunOptions['approve']> => {
  let last: Promise<unknown> = Promise.resolve()
  return (call) => {
    const answer = last.then(() => approve(call))
    last = answer.catch(() => undefined)
    return answer
  }
}

/** Models write nothing at all for a tool without parameters. */
const parseArguments = (text: string): unknown => {
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch (error) {
    return error
  }
}

const refused = (error: string): ToolResult => ({ data: {}, error, logId: null, successful: false })
