import type OpenAI from 'openai'
import type {
  ChatCompletionChunk,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessage,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import { collectMessage } from './collect-message.ts'
import type { OpenaiToolsOnDemand } from './openai-tools-on-demand.ts'
import type { OpenaiTools } from './openai-tools.ts'
import { toolsAt } from './tools-at.ts'
import { defaultMaximumSteps, type TurnOptions } from './turn-options.ts'

/** What came of a turn of Chat Completions. */
export type ChatTurn = {
  /** What the model says in the end; empty where it ran out of steps while it was calling. */
  text: string
  /** All messages that came up, to be appended to those that were given. */
  messages: ChatCompletionMessageParam[]
  /** How many requests were made. */
  steps: number
}

/**
 * Carries on a conversation with Chat Completions until the model only talks: makes its calls, all
 * of an answer at once, and hands back what came of them.
 *
 * @example
 * const tools = await openaiTools(session)
 * const { text, messages: added } = await runChat({ openai: new OpenAI(), tools }, { model: 'gpt-5', messages }, {
 *   onEvent: (chunk) => process.stdout.write(chunk.choices[0]?.delta.content ?? ''),
 * })
 * messages.push(...added)
 */
export const runChat = async (
  { openai, tools }: { openai: Pick<OpenAI, 'chat'>; tools: OpenaiTools | OpenaiToolsOnDemand },
  request: Omit<ChatCompletionCreateParamsNonStreaming, 'stream' | 'tools'>,
  {
    maximumSteps = defaultMaximumSteps,
    onEvent,
    ...options
  }: TurnOptions<ChatCompletionChunk> = {},
): Promise<ChatTurn> => {
  const { signal } = options
  const answer = async (
    messages: ChatCompletionMessageParam[],
    { chat }: OpenaiTools,
  ): Promise<ChatCompletionMessage | undefined> => {
    const body = { ...request, messages, ...(chat.length > 0 && { tools: chat }) }
    if (onEvent)
      return collectMessage(
        await openai.chat.completions.create({ ...body, stream: true }, { signal }),
        onEvent,
      )
    return (await openai.chat.completions.create(body, { signal })).choices[0]?.message
  }

  const added: ChatCompletionMessageParam[] = []
  for (let step = 1; ; step += 1) {
    const messages = [...request.messages, ...added]
    const now = await toolsAt(tools, messages)
    const message = await answer(messages, now)
    const outputs = message ? await now.run(message, options) : []
    added.push(...(message ? [message] : []), ...outputs)
    if (outputs.length === 0 || step >= maximumSteps)
      return { text: message?.content ?? '', messages: added, steps: step }
  }
}
