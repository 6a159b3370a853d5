import { z } from 'zod'
import { json, startUpstream } from './start-upstream.ts'

const request = z.object({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string() })),
  tools: z
    .array(z.object({ function: z.object({ name: z.string(), parameters: z.unknown() }) }))
    .default([]),
})

export type ChatRequest = z.infer<typeof request> & { authorization: string | undefined }

/** What the model says, or the tool that it calls; a number is a status. */
type Said = { text: string } | { tool: string; arguments: Record<string, unknown> } | number

/** A chat model on loopback behind an OpenAI-compatible API, which answers as a function says. */
export const startChatModel = async (
  answer: (asked: ChatRequest) => Said,
  options: { keep?: boolean } = {},
) => {
  const requests: ChatRequest[] = []
  const upstream = await startUpstream((received, response) => {
    const asked = {
      ...request.parse(JSON.parse(received.body)),
      authorization: received.headers.authorization,
    }
    requests.push(asked)
    const said = answer(asked)
    if (typeof said === 'number') json(response, said, { error: { message: 'sk-secret is wrong' } })
    else json(response, 200, toCompletion(said, requests.length))
  }, options)
  return {
    requests,
    url: `${upstream.url}/v1`,
    /** For `startService({ chat })`. */
    settings: {
      provider: 'openai',
      model: 'chatty',
      key: 'key-of-the-operator',
      url: `${upstream.url}/v1`,
    } as const,
    close: upstream.close,
  }
}

const toCompletion = (said: Exclude<Said, number>, count: number) => ({
  id: `answer_${count}`,
  object: 'chat.completion',
  created: 1,
  model: 'chatty',
  choices: [
    {
      index: 0,
      finish_reason: 'tool' in said ? 'tool_calls' : 'stop',
      message: {
        role: 'assistant',
        content: 'text' in said ? said.text : null,
        ...('tool' in said && {
          tool_calls: [
            {
              id: `call_${count}`,
              type: 'function',
              function: { name: said.tool, arguments: JSON.stringify(said.arguments) },
            },
          ],
        }),
      },
    },
  ],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
})
