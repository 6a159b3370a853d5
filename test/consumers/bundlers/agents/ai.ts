import { createGateway, generateText, isStepCount } from 'ai'
import { Plugboard } from 'plugboard'
import { aiTools } from 'plugboard/ai'
import type { Turn } from './turn.ts'

// No package of a provider: some load zod early enough to hide that a bundle initializes it too late.
export const run = async ({ serviceUrl, apiKey, gatewayUrl, task }: Turn): Promise<string> => {
  const session = await new Plugboard({ baseUrl: serviceUrl, apiKey }).createSession('ada')
  const { text } = await generateText({
    model: createGateway({ apiKey: 'test', baseURL: gatewayUrl })('scripted'),
    tools: await aiTools(session, { tools: ['TRACKER_CREATE_ISSUE'] }),
    stopWhen: isStepCount(5),
    prompt: task,
  })
  return text
}
