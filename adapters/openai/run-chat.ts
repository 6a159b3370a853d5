import type OpenAI from 'openai'
import type {
  ChatCompletionChunk,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import { collectMessage, type Answer } from './collect-message.ts'
import type { OpenaiToolsOnDemand } from './openai-tools-on-demand.ts'
import type { OpenaiTools } from './openai-tools.ts'
import { currentTools } from './current-tools.ts'
import { defaultMaximumSteps, type TurnOptions } from './turn-options.ts'

/** The result of a turn with Chat Completions. */
export type ChatTurn = {
  /**
   * The model's final answer. Empty if the maximum number of steps was reached while the model was
   * still calling tools.
   */
  text: string
  /** All new messages, to append to the conversation. */
  messages: ChatCompletionMessageParam[]
  /** Number of requests to the model. */
  steps: number
}

/**
 * Continues a conversation with Chat Completions until the model answers without calling tools. The
 * calls of each answer run concurrently, and their results are sent back to the model.
 *
 * @example
 * import OpenAI from 'openai'
 * import { Plugboard } from 'plugboard'
 * import { openaiTools, runChat } from 'plugboard/openai'
 *
 * const session = await new Plugboard().createSession('ada')
 * const tools = await openaiTools(session, { search: 'create an issue' })
 * const messages: OpenAI.ChatCompletionMessageParam[] = [
 *   { role: 'user', content: 'Tell the builders that the door is broken' },
 * ]
 * const { text, messages: added } = await runChat(
 *   { openai: new OpenAI(), tools },
 *   { model: 'gpt-5-mini', messages },
 * )
 * messages.push(...added)
 */
export const runChat = async <const Slugs extends readonly string[]>(
  {
    openai,
    tools,
  }: { openai: Pick<OpenAI, 'chat'>; tools: OpenaiTools<Slugs> | OpenaiToolsOnDemand },
  request: Omit<ChatCompletionCreateParamsNonStreaming, 'stream' | 'tools'>,
  {
    maximumSteps = defaultMaximumSteps,
    onEvent,
    ...options
  }: TurnOptions<ChatCompletionChunk, Slugs[number]> = {},
): Promise<ChatTurn> => {
  const { signal } = options
  const answer = async (
    messages: ChatCompletionMessageParam[],
    { chat }: OpenaiTools,
  ): Promise<Answer | undefined> => {
    const body = { ...request, messages, ...(chat.length > 0 && { tools: chat }) }
    if (onEvent)
      return collectMessage(
        await openai.chat.completions.create({ ...body, stream: true }, { signal }),
        onEvent,
      )
    return (await openai.chat.completions.create(body, { signal })).choices[0]
  }

  const added: ChatCompletionMessageParam[] = []
  for (let step = 1; ; step += 1) {
    const messages = [...request.messages, ...added]
    const now = await currentTools(tools, messages)
    const { message, finish_reason: reason } = (await answer(messages, now)) ?? {}
    const outputs = message
      ? await now.run(reason === 'length' ? markCutOff(message) : message, options)
      : []
    added.push(...(message ? [message] : []), ...outputs)
    if (outputs.length === 0 || step >= maximumSteps)
      return { text: message?.content ?? '', messages: added, steps: step }
  }
}

/** A call without arguments in an answer that was cut off: they would have followed. */
const markCutOff = ({
  tool_calls: calls = [],
  ...message
}: Answer['message']): Answer['message'] => ({
  ...message,
  tool_calls: calls.map((call) =>
    call.type === 'function' && call.function.arguments.trim() === ''
      ? { ...call, status: 'incomplete' }
      : call,
  ),
})
