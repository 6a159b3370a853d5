import { GoogleGenAI } from '@google/genai'
import { googleTools } from '../../../adapters/google/index.ts'
import type { Framework } from './framework.ts'

const open =
  (stream: boolean): Framework['open'] =>
  async (session, baseUrl, options = {}) => {
    const ai = new GoogleGenAI({ apiKey: 'sk-test', httpOptions: { baseUrl } })
    const chat = ai.chats.create({ model: 'scripted' })
    return {
      say: async (words, { signal } = {}) => {
        const tools = await googleTools(session, { ...options, signal })
        const message = {
          message: words,
          config: { tools: [tools], ...(signal && { abortSignal: signal }) },
        }
        if (!stream) return (await chat.sendMessage(message)).text ?? ''
        let text = ''
        for await (const chunk of await chat.sendMessageStream(message))
          text +=
            chunk.candidates?.[0]?.content?.parts?.map((part) => part.text ?? '').join('') ?? ''
        return text
      },
    }
  }

export const google: Framework = { name: 'a chat of Google GenAI', open: open(false) }
export const googleStream: Framework = {
  name: 'a chat of Google GenAI, streamed',
  open: open(true),
}
