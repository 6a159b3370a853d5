import { Agent, OpenAIProvider, Runner, tool, type AgentInputItem } from '@openai/agents'
import { openaiAgentsTools } from '../../../adapters/openai/index.ts'
import type { Framework } from './framework.ts'

export const openaiAgents: Framework = {
  name: 'the OpenAI agents',
  open: async (session, baseUrl, options = {}) => {
    const runner = new Runner({
      modelProvider: new OpenAIProvider({ apiKey: 'sk-test', baseURL: `${baseUrl}/v1` }),
      tracingDisabled: true,
    })
    const agent = new Agent({
      name: 'Agent',
      model: 'scripted',
      tools: (await openaiAgentsTools(session, options)).map((each) => tool(each)),
    })
    let history: AgentInputItem[] = []
    return {
      say: async (words, { signal } = {}) => {
        const result = await runner.run(agent, [...history, { role: 'user', content: words }], {
          ...(signal && { signal }),
        })
        history = result.history
        return String(result.finalOutput)
      },
    }
  },
}
