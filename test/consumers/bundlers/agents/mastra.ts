import { createOpenAI } from '@ai-sdk/openai'
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { Plugboard } from 'plugboard'
import { mastraTools } from 'plugboard/mastra'
import type { Turn } from './turn.ts'

export const run = async ({ serviceUrl, apiKey, modelUrl, task }: Turn): Promise<string> => {
  const session = await new Plugboard({ baseUrl: serviceUrl, apiKey }).createSession('ada')
  const agent = new Agent({
    id: 'agent',
    name: 'Agent',
    instructions: 'Be brief.',
    // Mastra runs the models of AI SDK 7, but its types take those of earlier versions.
    model: createOpenAI({ apiKey: 'sk-test', baseURL: `${modelUrl}/v1` })('scripted') as never,
    tools: await mastraTools(session, createTool, { tools: ['TRACKER_CREATE_ISSUE'] }),
  })
  return (await agent.generate(task)).text
}
