import { generateText, isStepCount } from 'ai'
import { createOpenAI } from '@ai-sdk/openai'
import { Plugboard } from 'plugboard'
import { aiTools } from 'plugboard/ai'
import type { Turn } from './turn.ts'

export const run = async ({ serviceUrl, apiKey, modelUrl, task }: Turn): Promise<string> => {
  const session = await new Plugboard({ baseUrl: serviceUrl, apiKey }).createSession('ada')
  const { text } = await generateText({
    model: createOpenAI({ apiKey: 'sk-test', baseURL: `${modelUrl}/v1` })('scripted'),
    tools: await aiTools(session, { tools: ['TRACKER_CREATE_ISSUE'] }),
    stopWhen: isStepCount(5),
    prompt: task,
  })
  return text
}
