import {
  HumanMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  type StoredMessage,
} from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent } from 'langchain'
import OpenAI from 'openai'
import { langchainToolsOnDemand } from '../../../adapters/langchain/index.ts'
import { openaiToolsOnDemand, runChat, runResponses } from '../../../adapters/openai/index.ts'
import type { OnDemandOptions, Session } from '../../../src/index.ts'
import { triesEveryRequest } from '../../support/thorough.ts'

/**
 * One turn of a conversation that is kept as JSON from turn to turn, with everything made anew as
 * another process would.
 */
type Way = {
  name: string
  turn: (
    session: Session,
    baseUrl: string,
    history: unknown[],
    options?: OnDemandOptions,
  ) => Promise<unknown[]>
}

const ask = 'Print a poster'
const connect = (url: string) =>
  new OpenAI({ apiKey: 'sk-test', baseURL: `${url}/v1`, maxRetries: 0 })

const chat =
  (isStreamed: boolean): Way['turn'] =>
  async (session, url, history, options) => {
    const messages = [
      ...history,
      { role: 'user', content: ask },
    ] as OpenAI.ChatCompletionMessageParam[]
    const tools = await openaiToolsOnDemand(session, options)
    const turn = await runChat(
      { openai: connect(url), tools },
      { model: 'scripted', messages },
      isStreamed ? { onEvent: () => undefined } : {},
    )
    return [...messages, ...turn.messages]
  }

const responses =
  (isStreamed: boolean): Way['turn'] =>
  async (session, url, history, options) => {
    const input = [...history, { role: 'user', content: ask }] as OpenAI.Responses.ResponseInput
    const tools = await openaiToolsOnDemand(session, options)
    const turn = await runResponses(
      { openai: connect(url), tools },
      { model: 'scripted', input },
      isStreamed ? { onEvent: () => undefined } : {},
    )
    return [...input, ...turn.items]
  }

const langchain: Way['turn'] = async (session, url, history, options) => {
  const agent = createAgent({
    model: openLangchainModel(url),
    ...(await langchainToolsOnDemand(session, options)),
  })
  const { messages } = await agent.invoke({
    messages: [
      ...mapStoredMessagesToChatMessages(history as StoredMessage[]),
      new HumanMessage(ask),
    ],
  })
  return mapChatMessagesToStoredMessages(messages)
}

export const openLangchainModel = (url: string): ChatOpenAI =>
  new ChatOpenAI({
    model: 'scripted',
    apiKey: 'sk-test',
    maxRetries: 0,
    useResponsesApi: true,
    configuration: { baseURL: `${url}/v1` },
  })

const some: Way[] = [
  { name: 'Chat Completions, streamed', turn: chat(true) },
  { name: 'Responses', turn: responses(false) },
  { name: 'createAgent of LangChain', turn: langchain },
]

/** At a desk each once. */
export const ways: Way[] = triesEveryRequest
  ? [
      { name: 'Chat Completions', turn: chat(false) },
      { name: 'Responses, streamed', turn: responses(true) },
      ...some,
    ]
  : some
