import { toChunks, type ModelResponse } from '../../cassettes/model-response.ts'
import { toHttpAnswer } from '../read-http-answer.ts'

/** Converts a recorded answer to a Chat Completions response, streamed or not. */
export const toResponse = (
  answer: ModelResponse,
  { model, stream }: { model: string; stream: boolean },
): Response =>
  toHttpAnswer(stream ? { events: toEvents(answer, model) } : { body: toCompletion(answer, model) })

const finishes = {
  stop: 'stop',
  'tool-calls': 'tool_calls',
  length: 'length',
  'content-filter': 'content_filter',
  other: 'stop',
} as const

const toUsage = ({ inputTokens, outputTokens, cachedInputTokens }: ModelResponse['usage']) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
  ...(cachedInputTokens !== undefined && {
    prompt_tokens_details: { cached_tokens: cachedInputTokens },
  }),
})

const toCompletion = ({ text, calls, finish, usage }: ModelResponse, model: string) => ({
  id: 'replayed',
  object: 'chat.completion',
  created: 0,
  model,
  choices: [
    {
      index: 0,
      finish_reason: finishes[finish],
      logprobs: null,
      message: {
        role: 'assistant',
        content: text === '' && calls.length > 0 ? null : text,
        refusal: null,
        ...(calls.length > 0 && {
          tool_calls: calls.map(({ id, tool, arguments: given }) => ({
            id,
            type: 'function',
            function: { name: tool, arguments: given },
          })),
        }),
      },
    },
  ],
  usage: toUsage(usage),
})

const toEvents = (answer: ModelResponse, model: string): string => {
  const event = (fields: object) =>
    `data: ${JSON.stringify({ id: 'replayed', object: 'chat.completion.chunk', created: 0, model, ...fields })}\n\n`
  const choice = (delta: object, finish: string | null = null) =>
    event({ choices: [{ index: 0, delta, finish_reason: finish }] })
  const deltas = toChunks(answer).map(({ text, call }) =>
    call
      ? choice({
          tool_calls: [
            {
              index: call.index,
              ...(call.id !== undefined && { id: call.id, type: 'function' }),
              function: {
                ...(call.tool !== undefined && { name: call.tool }),
                arguments: call.arguments,
              },
            },
          ],
        })
      : choice({ content: text }),
  )
  return [
    choice({ role: 'assistant', content: null }),
    ...deltas,
    choice({}, finishes[answer.finish]),
    event({ choices: [], usage: toUsage(answer.usage) }),
    'data: [DONE]\n\n',
  ].join('')
}
