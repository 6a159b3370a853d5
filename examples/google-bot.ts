/**
 * A bot with the Google GenAI client: chats in the terminal, finds the tools it needs by itself, and
 * acts on the accounts of the user `ada`.
 *
 *     node -C plugboard-source examples/google-bot.ts            talk to it
 *     node -C plugboard-source examples/google-bot.ts --check    one scripted turn that checks its own result
 */
import { GoogleGenAI } from '@google/genai'
import { Plugboard } from 'plugboard'
import { googleTools } from 'plugboard/google'
import { chat } from './support/chat.ts'
import { openModel } from './support/open-model.ts'
import { openService } from './support/open-service.ts'

await using service = await openService()
await using model = await openModel('google')

const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
const session = await plugboard.createSession('ada')
const google = new GoogleGenAI({
  apiKey: model.apiKey,
  httpOptions: { baseUrl: model.baseURL },
})
const conversation = google.chats.create({
  model: model.name,
  config: { tools: [await googleTools(session)] },
})

await chat({ service, model }, async (words) => {
  const answer = await conversation.sendMessage({ message: words })
  return answer.text ?? ''
})
