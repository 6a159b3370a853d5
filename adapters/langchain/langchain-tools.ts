import { ToolMessage } from '@langchain/core/messages'
import {
  tool as toLangchainTool,
  ToolInputParsingException,
  type DynamicStructuredTool,
  type ToolRunnableConfig,
} from '@langchain/core/tools'
import type {
  AgentTool,
  NamedToolsOptions,
  ShownResult,
  ToolArguments,
  ToolLister,
  ToolName,
  ToolResult,
  ToolSlug,
  ToolsOptions,
} from '../../src/index.ts'
import { createApprovalQueue, type RequestApproval, type Interrupt } from './approval-queue.ts'
import type { Decision } from './read-decision.ts'
import { createReviewedCalls, madeTools, type ReviewedCalls } from './reviewed-calls.ts'
import { toCancelSignal } from './to-cancel-signal.ts'
import { toModelCall } from './to-model-call.ts'

export type LangchainToolsOptions = ToolsOptions & {
  /**
   * `interrupt` from `@langchain/langgraph`. Stops the graph before a call that the session wants
   * confirmed.
   */
  interrupt?: Interrupt | undefined
  /**
   * Shows the images in tool results to the model as content blocks instead of linking to them. For
   * models that can read images in tool messages.
   */
  files?: boolean | undefined
  /**
   * The conversation: its id, or a function that returns it. A call that is made again, by a retried
   * or resumed task, is executed once: it is recognized by its id, which some providers only count
   * (`call_0`). Those calls are recognized within a conversation. Default: `thread_id`, and without
   * one the task of LangGraph.
   *
   * @example
   * const tools = await langchainTools(session, { conversation: (config) => config.configurable?.['chat_id'] })
   */
  conversation?: string | ((config: ToolRunnableConfig) => string | undefined) | undefined
}

/**
 * Exposes the tools of a session to LangChain and LangGraph: pass them to `createAgent`, a
 * `ToolNode` or your own loop.
 *
 * The model sees each tool's JSON Schema as its author wrote it, or converted to the dialect of
 * `profile`. Arguments are validated before they leave the process. Failures and invalid arguments
 * are returned as a tool message with the status `error`; `artifact` holds the complete
 * `ToolResult` with its log id. `metadata.untrusted` is true if third parties wrote the content of
 * a tool's results. Without options, this returns the meta tools, with which the agent finds and
 * runs all other tools.
 *
 * With `interrupt`, a graph with a checkpointer stops before a call that a person has to approve,
 * and continues with `new Command({ resume: { decisions: [{ type: 'approve' }] } })`, or with the
 * decision `{ type: 'reject', message }`, `{ type: 'edit', editedAction: { name, args } }` (other
 * arguments) or `{ type: 'respond', message }` (an answer in the place of the tool). For LangChain's
 * own middleware, use `langchainInterruptOn`. Without either, the model reads that the call is
 * waiting for approval. LangGraph
 * restarts an interrupted task from its beginning: calls that the service has already executed are
 * not repeated, but custom tools run again. If a model makes several calls at once, give each call
 * its own task, as `createAgent` does and `createReactAgent` with `version: 'v2'`.
 *
 * @example
 * import { createAgent } from 'langchain'
 * import { Plugboard } from 'plugboard'
 * import { langchainTools } from 'plugboard/langchain'
 *
 * const session = await new Plugboard().createSession('ada')
 * const agent = createAgent({
 *   model: 'openai:gpt-5-mini',
 *   tools: await langchainTools(session, { search: 'create an issue' }),
 * })
 * const { messages } = await agent.invoke({
 *   messages: [{ role: 'user', content: 'Tell the builders that the door is broken' }],
 * })
 */
export async function langchainTools<const Slugs extends readonly ToolSlug[]>(
  session: ToolLister,
  options: Omit<LangchainToolsOptions, keyof ToolsOptions> & NamedToolsOptions<Slugs>,
): Promise<NamedLangchainTools<Slugs>>
export async function langchainTools(
  session: ToolLister,
  options?: LangchainToolsOptions,
): Promise<DynamicStructuredTool[]>
export async function langchainTools(
  session: ToolLister,
  { interrupt, files, conversation, ...options }: LangchainToolsOptions = {},
): Promise<DynamicStructuredTool[]> {
  return (await session.tools(options)).map(createToolFactory({ interrupt, files, conversation }))
}

/** The tools with these slugs, in their order. */
export type NamedLangchainTools<Slugs extends readonly string[]> = {
  -readonly [Index in keyof Slugs]: DynamicStructuredTool<
    AgentTool<Slugs[Index]>['zod'],
    ToolArguments<Slugs[Index]>,
    ToolArguments<Slugs[Index]>
  > & { name: ToolName<Slugs[Index]> }
}

/** All tools of one maker share a queue, so a person is asked about one call at a time. */
export const createToolFactory = ({
  interrupt,
  ...ways
}: Pick<LangchainToolsOptions, 'interrupt' | 'files' | 'conversation'>): ((
  tool: AgentTool,
) => DynamicStructuredTool) => {
  const ask = interrupt && createApprovalQueue(interrupt)
  const reviewed = createReviewedCalls()
  return (tool) => {
    const made = toTool(tool, { ask, reviewed, ...ways })
    madeTools.set(made, { tool, reviewed })
    return made
  }
}

type Ways = Pick<LangchainToolsOptions, 'files' | 'conversation'> & {
  ask: RequestApproval | undefined
  reviewed: ReviewedCalls
}

const toTool = (tool: AgentTool, ways: Ways): DynamicStructuredTool => {
  const made: DynamicStructuredTool = toLangchainTool(
    async (toolArguments: Record<string, unknown>, config) => {
      const { signal, toolCall } = config
      const decision = await decide(tool, toolArguments, config, ways)
      if (decision?.type === 'respond') return [decision.message, undefined]
      const result = await tool.execute(decision?.type === 'edit' ? decision.args : toolArguments, {
        signal,
        cancelSignal: toCancelSignal(config),
        approved: decision && decision.type !== 'reject',
        call: toModelCall(config, ways.conversation),
      })
      const told = decision?.type === 'reject' ? withReason(result, decision.message) : result
      const shown = await tool.show(told, { files: ways.files, signal })
      return [
        shown.isError && toolCall?.id !== undefined
          ? toErrorMessage(tool, shown, told, toolCall.id)
          : toContent(shown),
        told,
      ]
    },
    // LangChain rejects null for a JSON Schema with `nullable`, and removes unknown keys for zod
    // objects. This definition avoids both.
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

/** What LangChain's middleware, or the person asked here, decided about a call. */
const decide = async (
  tool: AgentTool,
  toolArguments: Record<string, unknown>,
  { signal, toolCall, configurable }: ToolRunnableConfig,
  { ask, reviewed }: Ways,
): Promise<Decision | undefined> => {
  const thread: unknown = configurable?.['thread_id']
  return reviewed.take({ name: tool.name, id: toolCall?.id, thread })
    ? { type: 'approve' }
    : ask?.(tool, toolArguments, signal)
}

/** A denied call with what the person said about it. */
const withReason = (result: ToolResult, message: string | undefined): ToolResult =>
  message === undefined || result.error === null
    ? result
    : { ...result, error: `${result.error} The user says: ${message}` }

/**
 * Returns invalid arguments to the model as an error message in any loop. LangChain throws instead,
 * which ends a loop that does not catch the error.
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

/** PDFs stay links: models for which LangChain has no PDF format would read them as text. */
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
