import type Anthropic from '@anthropic-ai/sdk'
import type { MessageCreateParams } from '@anthropic-ai/sdk/resources/beta/messages/messages'
import { readHttpAnswer } from '../read-http-answer.ts'
import type { Drive } from '../run-case.ts'
import type { ModelSettings } from '../runner.ts'
import { readRequest } from './read-request.ts'
import { messagesFormat } from './read-response.ts'
import { toResponse } from './to-response.ts'

/**
 * A `fetch` that replays recorded answers; other requests are sent by the client itself, with its
 * keys and retries.
 */
export const recordFetch =
  ({
    client,
    settings,
    ask,
  }: { client: Anthropic; settings: ModelSettings } & Pick<Drive, 'ask'>): typeof fetch =>
  async (_input, init) => {
    // Version 0 of the client sends the choice of threads, which is the tool runner's alone.
    const { thread: _thread, ...body } = JSON.parse(String(init?.body)) as MessageCreateParams
    const request = readRequest(body, settings)
    const { answer, live } = await ask(request, async () => {
      const started = performance.now()
      const options = { signal: init?.signal ?? null }
      return readHttpAnswer(
        await client.beta.messages.create(body, options).asResponse(),
        started,
        messagesFormat,
      )
    })
    return live ?? toResponse(answer, { model: request.model, stream: body.stream === true })
  }
