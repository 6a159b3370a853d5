import type OpenAI from 'openai'
import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseInput,
  ResponseInputItem,
  ResponseStreamEvent,
  Tool,
} from 'openai/resources/responses/responses'
import type { OpenaiToolsOnDemand } from './openai-tools-on-demand.ts'
import type { OpenaiTools } from './openai-tools.ts'
import { currentTools } from './current-tools.ts'
import { defaultMaximumSteps, type TurnOptions } from './turn-options.ts'

/** The result of a turn with Responses. */
export type ResponsesTurn = {
  /**
   * The model's final answer. Empty if the maximum number of steps was reached while the model was
   * still calling tools.
   */
  text: string
  /** All new items, to append to the input. */
  items: ResponseInputItem[]
  /** The last response. */
  response: Response
  /** Number of requests to the model. */
  steps: number
}

/**
 * Continues a conversation with Responses until the model answers without calling tools. The calls
 * of each answer run concurrently, and their results are sent back to the model.
 *
 * `tools` of the request holds OpenAI's built-in tools, such as `tool_search`. The tools of the
 * session are added to them.
 *
 * @example
 * const tools = await openaiTools(session)
 * const { text, items } = await runResponses({ openai: new OpenAI(), tools }, { model: 'gpt-5', input }, {
 *   onEvent: (event) => event.type === 'response.output_text.delta' && process.stdout.write(event.delta),
 * })
 * input.push(...items)
 */
export const runResponses = async <const Slugs extends readonly string[]>(
  {
    openai,
    tools,
  }: { openai: Pick<OpenAI, 'responses'>; tools: OpenaiTools<Slugs> | OpenaiToolsOnDemand },
  request: Omit<ResponseCreateParamsNonStreaming, 'stream' | 'input' | 'tools'> & {
    input: string | ResponseInput
    tools?: Tool[]
  },
  {
    maximumSteps = defaultMaximumSteps,
    onEvent,
    ...options
  }: TurnOptions<ResponseStreamEvent, Slugs[number]> = {},
): Promise<ResponsesTurn> => {
  const { signal } = options
  const answer = async (input: ResponseInput, { responses }: OpenaiTools): Promise<Response> => {
    const body = { ...request, input, tools: [...(request.tools ?? []), ...responses] }
    if (onEvent)
      return lastResponse(
        await openai.responses.create({ ...body, stream: true }, { signal }),
        onEvent,
      )
    return openai.responses.create(body, { signal })
  }

  const given: ResponseInput =
    typeof request.input === 'string' ? [{ role: 'user', content: request.input }] : request.input
  const added: ResponseInputItem[] = []
  for (let step = 1; ; step += 1) {
    const input = [...given, ...added]
    const now = await currentTools(tools, input)
    const response = await answer(input, now)
    const outputs = await now.run(response, options)
    // The client has different types for output and input items, but the API accepts the items that
    // it returned.
    added.push(...(response.output as ResponseInputItem[]), ...outputs)
    if (outputs.length === 0 || step >= maximumSteps)
      return { text: toText(response), items: added, response, steps: step }
  }
}

const lastResponse = async (
  stream: AsyncIterable<ResponseStreamEvent>,
  onEvent: (event: ResponseStreamEvent) => void,
): Promise<Response> => {
  let last: Response | undefined
  for await (const event of stream) {
    onEvent(event)
    if (
      event.type === 'response.completed' ||
      event.type === 'response.incomplete' ||
      event.type === 'response.failed'
    )
      last = event.response
  }
  if (!last)
    throw new Error('The stream of the model ended without a response; send the request again')
  return last
}

/** Streamed responses have no `output_text`. */
const toText = ({ output }: Response): string =>
  output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('')
