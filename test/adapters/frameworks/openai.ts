import OpenAI from 'openai'
import { openaiTools, runChat, runResponses } from '../../../adapters/openai/index.ts'
import type { Framework } from './framework.ts'

const openChat =
  (stream: boolean): Framework['open'] =>
  async (session, baseUrl, options = {}) => {
    const tools = await openaiTools(session, options)
    const openai = new OpenAI({ apiKey: 'sk-test', baseURL: `${baseUrl}/v1`, maxRetries: 0 })
    const messages: OpenAI.ChatCompletionMessageParam[] = []
    return {
      say: async (words, { signal } = {}) => {
        messages.push({ role: 'user', content: words })
        let streamed = ''
        const { text, messages: added } = await runChat(
          { openai, tools },
          { model: 'scripted', messages },
          {
            signal,
            ...(stream && {
              onEvent: (chunk) => (streamed += chunk.choices[0]?.delta.content ?? ''),
            }),
          },
        )
        messages.push(...added)
        return stream ? streamed : text
      },
    }
  }

const openResponses =
  (stream: boolean): Framework['open'] =>
  async (session, baseUrl, options = {}) => {
    const tools = await openaiTools(session, options)
    const openai = new OpenAI({ apiKey: 'sk-test', baseURL: `${baseUrl}/v1`, maxRetries: 0 })
    const input: OpenAI.Responses.ResponseInput = []
    return {
      say: async (words, { signal } = {}) => {
        input.push({ role: 'user', content: words })
        let streamed = ''
        const { text, items } = await runResponses(
          { openai, tools },
          { model: 'scripted', input },
          {
            signal,
            ...(stream && {
              onEvent: (event) =>
                (streamed += event.type === 'response.output_text.delta' ? event.delta : ''),
            }),
          },
        )
        input.push(...items)
        return stream ? streamed : text
      },
    }
  }

export const chatCompletions: Framework = { name: 'Chat Completions', open: openChat(false) }
export const chatCompletionsStream: Framework = {
  name: 'Chat Completions, streamed',
  open: openChat(true),
}
export const responses: Framework = { name: 'Responses', open: openResponses(false) }
export const responsesStream: Framework = { name: 'Responses, streamed', open: openResponses(true) }
