import Anthropic from '@anthropic-ai/sdk'
import { Plugboard } from 'plugboard'
import { anthropicTools } from 'plugboard/anthropic'
import type { Turn } from './turn.ts'

export const run = async ({ serviceUrl, apiKey, modelUrl, task }: Turn): Promise<string> => {
  const session = await new Plugboard({ baseUrl: serviceUrl, apiKey }).createSession('ada')
  const anthropic = new Anthropic({
    apiKey: 'sk-test',
    baseURL: modelUrl,
  })
  const { content } = await anthropic.beta.messages
    .toolRunner({
      model: 'scripted',
      max_tokens: 1000,
      messages: [{ role: 'user', content: task }],
      tools: await anthropicTools(session, { tools: ['TRACKER_CREATE_ISSUE'] }),
    })
    .runUntilDone()
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}
