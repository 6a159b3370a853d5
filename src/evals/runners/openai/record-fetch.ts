import type { OpenAI } from 'openai'
import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions'
import { readHttpAnswer } from '../read-http-answer.ts'
import type { Drive } from '../run-case.ts'
import { chatFormat } from './read-response.ts'
import { readRequest } from './read-request.ts'
import { toResponse } from './to-response.ts'

/**
 * A `fetch` that replays recorded answers; other requests are sent by the client itself, with its
 * keys and retries.
 */
export const recordFetch =
  ({ client, ask }: { client: OpenAI } & Pick<Drive, 'ask'>): typeof fetch =>
  async (_input, init) => {
    const body = JSON.parse(String(init?.body)) as ChatCompletionCreateParams
    const request = readRequest(body)
    const { answer, live } = await ask(request, async () => {
      const started = performance.now()
      return readHttpAnswer(
        await client.chat.completions.create(body, { signal: init?.signal }).asResponse(),
        started,
        chatFormat,
      )
    })
    return live ?? toResponse(answer, { model: request.model, stream: body.stream === true })
  }
