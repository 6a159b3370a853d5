/**
 * A bot with the Vercel AI SDK: chats in the terminal, finds the tools it needs by itself, and acts
 * on the accounts of the user `ada`.
 *
 *     node -C plugboard-source examples/ai-sdk-bot.ts            talk to it
 *     node -C plugboard-source examples/ai-sdk-bot.ts --check    one scripted turn that checks its own result
 */
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, isStepCount, type ModelMessage } from 'ai'
import { Plugboard } from 'plugboard'
import { aiTools } from 'plugboard/ai'
import { chat } from './support/chat.ts'
import { openModel } from './support/open-model.ts'
import { openService } from './support/open-service.ts'

await using service = await openService()
await using model = await openModel()

const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
const session = await plugboard.createSession('ada')
const tools = await aiTools(session)
const openai = createOpenAI({ apiKey: model.apiKey, baseURL: model.baseURL })
const messages: ModelMessage[] = []

await chat({ service, model }, async (words) => {
  messages.push({ role: 'user', content: words })
  const answer = await generateText({
    model: openai(model.name),
    tools,
    messages,
    stopWhen: isStepCount(10),
  })
  messages.push(...answer.responseMessages)
  return answer.text
})
