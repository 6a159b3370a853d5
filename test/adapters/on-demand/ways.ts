import Anthropic from '@anthropic-ai/sdk'
import type { BetaMessageParam } from '@anthropic-ai/sdk/resources/beta/messages/messages'
import { GoogleGenAI, type Content } from '@google/genai'
import {
  HumanMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  type StoredMessage,
} from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent } from 'langchain'
import OpenAI from 'openai'
import { anthropicToolsOnDemand } from '../../../adapters/anthropic/index.ts'
import { googleToolsOnDemand } from '../../../adapters/google/index.ts'
import { langchainToolsOnDemand } from '../../../adapters/langchain/index.ts'
import { openaiToolsOnDemand, runChat, runResponses } from '../../../adapters/openai/index.ts'
import type { OnDemandOptions, Session } from '../../../src/index.ts'
import { triesEveryRequest } from '../../support/thorough.ts'
import { collect } from '../collect.ts'

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

const anthropic =
  (stream: boolean): Way['turn'] =>
  async (session, baseURL, history, options) => {
    const messages = [...history, { role: 'user', content: ask }] as BetaMessageParam[]
    const client = new Anthropic({ apiKey: 'sk-test', baseURL, maxRetries: 0 })
    const runner = client.beta.messages.toolRunner({
      model: 'scripted',
      max_tokens: 1000,
      thread: false,
      stream,
      messages,
      tools: await anthropicToolsOnDemand(session, { ...options, messages }),
    })
    await runner.runUntilDone()
    return [...runner.params.messages]
  }

const google =
  (stream: boolean): Way['turn'] =>
  async (session, baseUrl, history, options) => {
    const ai = new GoogleGenAI({ apiKey: 'sk-test', httpOptions: { baseUrl } })
    const contents = [...history, { role: 'user', parts: [{ text: ask }] }] as Content[]
    const { toolsFor } = await googleToolsOnDemand(session, options)
    for (;;) {
      const tools = await toolsFor(contents)
      const config = { tools: [tools], automaticFunctionCalling: { disable: true } }
      const request = { model: 'scripted', contents, config }
      const answers = stream
        ? await collect(await ai.models.generateContentStream(request))
        : [await ai.models.generateContent(request)]
      const parts = answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
      contents.push({ role: 'model', parts })
      const calls = parts.flatMap(({ functionCall }) => functionCall ?? [])
      if (calls.length === 0) return contents
      contents.push({ role: 'user', parts: await tools.callTool(calls) })
    }
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
  { name: 'the tool runner of Anthropic', turn: anthropic(false) },
  { name: 'a loop with Google GenAI', turn: google(false) },
]

/** At a desk each once. */
export const ways: Way[] = triesEveryRequest
  ? [
      { name: 'Chat Completions', turn: chat(false) },
      { name: 'Responses, streamed', turn: responses(true) },
      { name: 'the tool runner of Anthropic, streamed', turn: anthropic(true) },
      { name: 'a loop with Google GenAI, streamed', turn: google(true) },
      ...some,
    ]
  : some
