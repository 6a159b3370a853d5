import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { json, startUpstream, type ReceivedRequest } from './start-upstream.ts'

const completion = z.object({
  model: z.string(),
  messages: z.tuple([
    z.object({ role: z.literal('system'), content: z.string() }),
    z.object({ role: z.literal('user'), content: z.string() }),
  ]),
})
const asked = z.object({
  service: z.object({ name: z.string(), about: z.string() }),
  operations: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      description: z.string(),
      arguments: z.array(z.string()),
    }),
  ),
})

/** What a request for use cases asked. */
export type Asked = z.infer<typeof asked> & {
  model: string
  system: string
  authorization: string | undefined
}

type UseCases = Record<string, string[]>
type Operation = Asked['operations'][number]

/** What the model answers: a text, a status other than 200, or nothing at all. */
type Answered = { text: string } | { status: number; retryAfter?: string } | { hangs: true }

/** A language model on loopback behind an OpenAI-compatible API. */
export const startLanguageModel = async (
  answer: (asked: Asked) => Answered | Promise<Answered>,
) => {
  const requests: Asked[] = []
  const upstream = await startUpstream(async (request, response) => {
    const received = readRequest(request)
    requests.push(received)
    const answered = await answer(received)
    // Longer than any test waits.
    if ('hangs' in answered) await setTimeout(600_000, undefined, { ref: false })
    else if ('status' in answered) {
      if (answered.retryAfter !== undefined) response.setHeader('retry-after', answered.retryAfter)
      json(response, answered.status, { error: { message: 'no' } })
    } else
      json(response, 200, {
        choices: [{ message: { role: 'assistant', content: answered.text } }],
        usage: { total_tokens: 100 },
      })
  })
  return {
    requests,
    settings: {
      url: `${upstream.url}/v1/`,
      model: 'writer',
      key: 'key-of-the-operator',
      languages: ['en'],
      toolsPerToolkit: 2_000,
      tokensPerDay: 1_000_000,
      concurrency: 2,
    },
  }
}

/** Answers as asked, with the use cases that a function gives each operation. */
export const writing =
  (write: (operation: Operation) => UseCases) =>
  ({ operations }: Asked): { text: string } => ({
    text: JSON.stringify({
      operations: operations.map((operation) => ({
        id: operation.id,
        use_cases: write(operation),
      })),
    }),
  })

const readRequest = ({ url, headers, body }: ReceivedRequest): Asked => {
  if (url !== '/v1/chat/completions') throw new Error(`The model was asked at ${url}`)
  const { model, messages } = completion.parse(JSON.parse(body))
  return {
    ...asked.parse(JSON.parse(messages[1].content)),
    model,
    system: messages[0].content,
    authorization: headers.authorization,
  }
}
