import Anthropic from '@anthropic-ai/sdk'
import type { BetaMessageParam } from '@anthropic-ai/sdk/resources/beta/messages/messages'
import { anthropicTools } from '../../../adapters/anthropic/index.ts'
import type { Framework } from './framework.ts'

const open =
  (stream: boolean): Framework['open'] =>
  async (session, baseURL, options = {}) => {
    const tools = await anthropicTools(session, options)
    const anthropic = new Anthropic({ apiKey: 'sk-test', baseURL, maxRetries: 0 })
    let messages: BetaMessageParam[] = []
    return {
      say: async (words, { signal } = {}) => {
        messages.push({ role: 'user', content: words })
        const runner = anthropic.beta.messages.toolRunner(
          { model: 'scripted', max_tokens: 1000, messages, tools, stream },
          { ...(signal && { signal }) },
        )
        const { content } = await runner.runUntilDone()
        messages = [...runner.params.messages]
        return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
      },
    }
  }

export const anthropic: Framework = { name: 'the tool runner of Anthropic', open: open(false) }
export const anthropicStream: Framework = {
  name: 'the tool runner of Anthropic, streamed',
  open: open(true),
}
