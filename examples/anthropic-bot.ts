/**
 * A bot with the Anthropic client: chats in the terminal, finds the tools it needs by itself, and
 * acts on the accounts of the user `ada`.
 *
 *     node -C plugboard-source examples/anthropic-bot.ts            talk to it
 *     node -C plugboard-source examples/anthropic-bot.ts --check    one scripted turn that checks its own result
 */
import Anthropic from '@anthropic-ai/sdk'
import { Plugboard } from 'plugboard'
import { anthropicTools } from 'plugboard/anthropic'
import { chat } from './support/chat.ts'
import { openModel } from './support/open-model.ts'
import { openService } from './support/open-service.ts'

await using service = await openService()
await using model = await openModel('anthropic')

const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
const session = await plugboard.createSession('ada')
const tools = await anthropicTools(session)
const anthropic = new Anthropic({ apiKey: model.apiKey, baseURL: model.baseURL })
let messages: Anthropic.Beta.BetaMessageParam[] = []

await chat({ service, model }, async (words) => {
  messages.push({ role: 'user', content: words })
  const runner = anthropic.beta.messages.toolRunner({
    model: model.name,
    max_tokens: 4096,
    max_iterations: 10,
    messages,
    tools,
  })
  const { content } = await runner.runUntilDone()
  messages = [...runner.params.messages]
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
})
