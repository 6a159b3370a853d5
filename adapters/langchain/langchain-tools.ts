import { ToolMessage } from '@langchain/core/messages'
import {
  tool as toLangchainTool,
  ToolInputParsingException,
  type DynamicStructuredTool,
} from '@langchain/core/tools'
import type { AgentTool, Session, ShownResult, ToolResult, ToolsOptions } from '../../src/index.ts'
import { askInTurn, type Ask, type Interrupt } from './ask-in-turn.ts'
import { callInTask } from './call-in-task.ts'

export type LangchainToolsOptions = ToolsOptions & {
  /**
   * `interrupt` of `@langchain/langgraph`: stops the graph before a call that the session wants
   * confirmed.
   */
  interrupt?: Interrupt | undefined
  /**
   * Shows images that tools answer to the model, as content blocks in the place of their links. For
   * models that look at tool messages.
   */
  files?: boolean | undefined
}

/**
 * Gives the tools of a session to LangChain and LangGraph: to `createAgent`, a `ToolNode`, or a
 * loop of your own.
 *
 * The model sees each tool's JSON Schema as its author wrote it, or in the dialect of `profile`,
 * and its arguments are checked before they leave the process. A tool that fails, and arguments
 * that do not fit, come back as a tool message with the status `error`; `artifact` holds the whole
 * `ToolResult` with its log id. `metadata.untrusted` says whether third parties wrote what a tool
 * answers. Without options these are the meta tools, with which the agent finds and runs all others
 * by itself.
 *
 * With `interrupt` a graph with a checkpointer stops before a call that a person has to agree to,
 * and goes on with `new Command({ resume: { decisions: [{ type: 'approve' }] } })`, or `{ type:
 * 'reject' }`. Without it the model reads that the call waits. LangGraph begins a task that was
 * interrupted anew; calls of it that the service made before are not made again. Custom tools are:
 * where models make several calls at once, give each a task of its own, as `createAgent` does, and
 * `version: 'v2'` of `createReactAgent`.
 *
 * @example
 * import { createAgent } from 'langchain'
 * import { Plugboard } from 'plugboard'
 * import { langchainTools } from 'plugboard/langchain'
 *
 * const session = await new Plugboard().createSession('ada')
 * const agent = createAgent({ model: 'openai:gpt-5', tools: await langchainTools(session, { search: 'create an issue' }) })
 * const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Tell the builders that the door is broken' }] })
 */
export const langchainTools = async (
  session: Pick<Session, 'tools'>,
  { interrupt, files, ...options }: LangchainToolsOptions = {},
): Promise<DynamicStructuredTool[]> =>
  (await session.tools(options)).map(toolMaker({ interrupt, files }))

/** The tools of one maker ask a person for one call after the other. */
export const toolMaker = ({
  interrupt,
  files,
}: Pick<LangchainToolsOptions, 'interrupt' | 'files'>): ((
  tool: AgentTool,
) => DynamicStructuredTool) => {
  const ask = interrupt && askInTurn(interrupt)
  return (tool) => toTool(tool, { ask, files })
}

type Ways = { ask: Ask | undefined; files: boolean | undefined }

const toTool = (tool: AgentTool, { ask, files }: Ways): DynamicStructuredTool => {
  const made: DynamicStructuredTool = toLangchainTool(
    async (toolArguments: Record<string, unknown>, config) => {
      const { signal, toolCall } = config
      const approved = await ask?.(tool, toolArguments, signal)
      const result = await tool.execute(toolArguments, {
        signal,
        approved,
        idempotencyKey: ask && callInTask(config),
      })
      const shown = await tool.show(result, { files, signal })
      return [
        shown.isError && toolCall?.id !== undefined
          ? toErrorMessage(tool, shown, result, toolCall.id)
          : toContent(shown),
        result,
      ]
    },
    // LangChain refuses null where a JSON Schema says `nullable`, and closes zod objects; this
    // definition is neither.
    {
      name: tool.name,
      description: tool.description,
      schema: tool.zod,
      responseFormat: 'content_and_artifact',
      metadata: { untrusted: tool.untrusted },
    },
  )
  return answerMisfits(tool, made)
}

/**
 * Answers arguments that do not fit to the model wherever the tool runs: LangChain throws, which
 * ends a loop that does not catch it.
 */
const answerMisfits = (tool: AgentTool, made: DynamicStructuredTool): DynamicStructuredTool => {
  const invoke = made.invoke.bind(made)
  const invokeOrAnswer = async (...[input, config]: Parameters<typeof invoke>) => {
    try {
      return await invoke(input, config)
    } catch (error) {
      if (!(error instanceof ToolInputParsingException) || !isToolCall(input)) throw error
      const check = tool.validate(input.args)
      const result: ToolResult = {
        data: {},
        error: (check.success ? error : check.error).message,
        logId: null,
        successful: false,
      }
      return toErrorMessage(tool, await tool.show(result), result, input.id)
    }
  }
  return Object.assign(made, { invoke: invokeOrAnswer as typeof made.invoke })
}

const isToolCall = (input: unknown): input is { id: string; args: unknown; type: 'tool_call' } =>
  typeof input === 'object' &&
  input !== null &&
  'type' in input &&
  input.type === 'tool_call' &&
  'args' in input &&
  'id' in input &&
  typeof input.id === 'string'

const toErrorMessage = (
  tool: AgentTool,
  { text }: ShownResult,
  result: ToolResult,
  toolCallId: string,
): ToolMessage =>
  new ToolMessage({
    content: text,
    artifact: result,
    tool_call_id: toolCallId,
    name: tool.name,
    status: 'error',
  })

/** PDFs stay links: models that LangChain can't hand them to would read them as text. */
const toContent = ({ text, files }: ShownResult) => {
  const images = files.filter(({ mediaType }) => mediaType.startsWith('image/'))
  return images.length === 0
    ? text
    : [
        { type: 'text', text },
        ...images.map(({ mediaType, base64 }) => ({
          type: 'image',
          mimeType: mediaType,
          data: base64,
        })),
      ]
}
