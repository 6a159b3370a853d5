import { createOpenAI } from '@ai-sdk/openai'
import { generateText, isStepCount, streamText, type ModelMessage } from 'ai'
import { aiTools } from '../../../adapters/ai/index.ts'
import type { Framework } from './framework.ts'

const open =
  (stream: boolean): Framework['open'] =>
  async (session, baseUrl, options = {}) => {
    const tools = await aiTools(session, options)
    const messages: ModelMessage[] = []
    const model = createOpenAI({ apiKey: 'sk-test', baseURL: `${baseUrl}/v1` })('scripted')
    return {
      say: async (words, { signal } = {}) => {
        messages.push({ role: 'user', content: words })
        const turn = {
          model,
          tools,
          messages,
          stopWhen: isStepCount(10),
          maxRetries: 0,
          providerOptions: { openai: { store: false } },
          ...(signal && { abortSignal: signal }),
        }
        if (!stream) {
          const { text, responseMessages } = await generateText(turn)
          messages.push(...responseMessages)
          return text
        }
        const result = streamText({ ...turn, onError: () => {} })
        const text = await result.text
        messages.push(...(await result.responseMessages))
        return text
      },
    }
  }

export const aiSdk: Framework = { name: 'the AI SDK', open: open(false) }
export const aiSdkStream: Framework = { name: 'the AI SDK, streamed', open: open(true) }
