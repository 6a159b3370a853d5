/**
 * A bot with the OpenAI client: chats in the terminal, finds the tools it needs by itself, and acts
 * on the accounts of the user `ada`.
 *
 *     node -C plugboard-source examples/openai-bot.ts            talk to it
 *     node -C plugboard-source examples/openai-bot.ts --check    one scripted turn that checks its own result
 */
import OpenAI from 'openai'
import { Plugboard } from 'plugboard'
import { openaiTools } from 'plugboard/openai'
import { chat } from './support/chat.ts'
import { openModel } from './support/open-model.ts'
import { openService } from './support/open-service.ts'

await using service = await openService()
await using model = await openModel()

const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
const session = await plugboard.createSession('ada')
const tools = await openaiTools(session)
const openai = new OpenAI({ apiKey: model.apiKey, baseURL: model.baseURL })
const messages: OpenAI.ChatCompletionMessageParam[] = []

await chat({ service, model }, async (words) => {
  messages.push({ role: 'user', content: words })
  for (;;) {
    const completion = await openai.chat.completions.create({
      model: model.name,
      messages,
      tools: tools.chat,
    })
    const message = completion.choices[0]!.message
    messages.push(message, ...(await tools.run(message)))
    if (!message.tool_calls?.length) return message.content ?? ''
  }
})
