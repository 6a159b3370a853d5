import { HumanMessage, type BaseMessage } from '@langchain/core/messages'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent } from 'langchain'
import { langchainTools } from '../../../adapters/langchain/index.ts'
import type { Framework } from './framework.ts'

type Run = (
  input: { messages: BaseMessage[] },
  config: { signal?: AbortSignal },
) => Promise<{ messages: BaseMessage[] }>

const open =
  (
    start: (parts: { model: ChatOpenAI; tools: Awaited<ReturnType<typeof langchainTools>> }) => Run,
  ): Framework['open'] =>
  async (session, baseUrl, options = {}) => {
    const tools = await langchainTools(session, options)
    const model = new ChatOpenAI({
      model: 'scripted',
      apiKey: 'sk-test',
      maxRetries: 0,
      useResponsesApi: true,
      configuration: { baseURL: `${baseUrl}/v1` },
    })
    const run = start({ model, tools })
    let messages: BaseMessage[] = []
    return {
      say: async (words, { signal } = {}) => {
        ;({ messages } = await run(
          { messages: [...messages, new HumanMessage(words)] },
          { ...(signal && { signal }) },
        ))
        return messages.at(-1)?.text ?? ''
      },
    }
  }

export const langchain: Framework = {
  name: 'createAgent of LangChain',
  open: open(({ model, tools }) => {
    const agent = createAgent({ model, tools })
    return async (input, config) => agent.invoke(input, config)
  }),
}

export const langgraph: Framework = {
  name: 'a tool node of LangGraph',
  open: open(({ model, tools }) => {
    const agent = createReactAgent({ llm: model, tools })
    return async (input, config) => agent.invoke(input, config)
  }),
}
