/**
 * A bot with LangChain: chats in the terminal, finds the tools it needs by itself, and acts on the
 * accounts of the user `ada`.
 *
 *     node -C plugboard-source examples/langchain-bot.ts            talk to it
 *     node -C plugboard-source examples/langchain-bot.ts --check    one scripted turn that checks its own result
 */
import { HumanMessage, type BaseMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { Plugboard } from 'plugboard'
import { langchainTools } from 'plugboard/langchain'
import { chat } from './support/chat.ts'
import { openModel } from './support/open-model.ts'
import { openService } from './support/open-service.ts'

await using service = await openService()
await using model = await openModel()

const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
const session = await plugboard.createSession('ada')
const tools = await langchainTools(session)
const agent = new ChatOpenAI({
  model: model.name,
  apiKey: model.apiKey,
  configuration: { baseURL: model.baseURL },
}).bindTools(tools)
const messages: BaseMessage[] = []

await chat({ service, model }, async (words) => {
  messages.push(new HumanMessage(words))
  for (;;) {
    const answer = await agent.invoke(messages)
    messages.push(answer)
    if (!answer.tool_calls?.length) return answer.text
    for (const call of answer.tool_calls)
      messages.push(
        await tools.find((tool) => tool.name === call.name)?.invoke({ ...call, type: 'tool_call' }),
      )
  }
})
