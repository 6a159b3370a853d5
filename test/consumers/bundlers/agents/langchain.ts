import { ChatOpenAI } from '@langchain/openai'
import { createAgent } from 'langchain'
import { Plugboard } from 'plugboard'
import { langchainTools } from 'plugboard/langchain'
import type { Turn } from './turn.ts'

export const run = async ({ serviceUrl, apiKey, modelUrl, task }: Turn): Promise<string> => {
  const session = await new Plugboard({ baseUrl: serviceUrl, apiKey }).createSession('ada')
  const model = new ChatOpenAI({
    model: 'scripted',
    apiKey: 'sk-test',
    useResponsesApi: true,
    configuration: { baseURL: `${modelUrl}/v1` },
  })
  const agent = createAgent({
    model,
    tools: await langchainTools(session, { tools: ['TRACKER_CREATE_ISSUE'] }),
  })
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: task }] })
  return messages.at(-1)?.text ?? ''
}
