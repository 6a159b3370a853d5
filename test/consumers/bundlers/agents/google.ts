import { GoogleGenAI } from '@google/genai'
import { Plugboard } from 'plugboard'
import { googleTools } from 'plugboard/google'
import type { Turn } from './turn.ts'

export const run = async ({ serviceUrl, apiKey, modelUrl, task }: Turn): Promise<string> => {
  const session = await new Plugboard({ baseUrl: serviceUrl, apiKey }).createSession('ada')
  const ai = new GoogleGenAI({ apiKey: 'sk-test', httpOptions: { baseUrl: modelUrl } })
  const tools = await googleTools(session, { tools: ['TRACKER_CREATE_ISSUE'] })
  const chat = ai.chats.create({ model: 'scripted', config: { tools: [tools] } })
  return (await chat.sendMessage({ message: task })).text ?? ''
}
