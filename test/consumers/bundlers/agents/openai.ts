import OpenAI from 'openai'
import { Plugboard } from 'plugboard'
import { openaiTools, runChat } from 'plugboard/openai'
import type { Turn } from './turn.ts'

export const run = async ({ serviceUrl, apiKey, modelUrl, task }: Turn): Promise<string> => {
  const session = await new Plugboard({ baseUrl: serviceUrl, apiKey }).createSession('ada')
  const tools = await openaiTools(session, { tools: ['TRACKER_CREATE_ISSUE'] })
  const openai = new OpenAI({ apiKey: 'sk-test', baseURL: `${modelUrl}/v1` })
  const { text } = await runChat(
    { openai, tools },
    { model: 'scripted', messages: [{ role: 'user', content: task }] },
  )
  return text
}
