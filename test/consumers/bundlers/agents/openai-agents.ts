import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents'
import { Plugboard } from 'plugboard'
import { openaiAgentsTools } from 'plugboard/openai'
import type { Turn } from './turn.ts'

export const run = async ({ serviceUrl, apiKey, modelUrl, task }: Turn): Promise<string> => {
  const session = await new Plugboard({ baseUrl: serviceUrl, apiKey }).createSession('ada')
  const tools = await openaiAgentsTools(session, { tools: ['TRACKER_CREATE_ISSUE'] })
  const runner = new Runner({
    modelProvider: new OpenAIProvider({ apiKey: 'sk-test', baseURL: `${modelUrl}/v1` }),
    tracingDisabled: true,
  })
  const agent = new Agent({
    name: 'Agent',
    model: 'scripted',
    tools: tools.map((each) => tool(each)),
  })
  return String((await runner.run(agent, task)).finalOutput)
}
