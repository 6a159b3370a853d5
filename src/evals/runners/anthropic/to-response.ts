import { toChunks, type ModelResponse } from '../../cassettes/model-response.ts'
import { parseJson } from '../parse-json.ts'
import { toHttpAnswer } from '../read-http-answer.ts'

/** Converts a recorded answer to a response of the Messages API, streamed or not. */
export const toResponse = (
  answer: ModelResponse,
  { model, stream }: { model: string; stream: boolean },
): Response =>
  toHttpAnswer(stream ? { events: toEvents(answer, model) } : { body: toMessage(answer, model) })

const reasons = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  'content-filter': 'refusal',
  other: 'end_turn',
} as const

const toMessage = ({ text, calls, finish, usage }: ModelResponse, model: string) => {
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = usage
  return {
    id: 'replayed',
    type: 'message',
    role: 'assistant',
    model,
    content: [
      ...(text === '' ? [] : [{ type: 'text', text, citations: null }]),
      ...calls.map(({ id, tool, arguments: given }) => ({
        type: 'tool_use',
        id,
        name: tool,
        input: parseJson(given),
      })),
    ],
    stop_reason: reasons[finish],
    stop_sequence: null,
    usage: {
      input_tokens: inputTokens - cachedInputTokens,
      output_tokens: outputTokens,
      cache_read_input_tokens: cachedInputTokens,
    },
  }
}

const toEvents = (answer: ModelResponse, model: string): string => {
  const event = (type: string, fields: object = {}) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
  const block = (index: number, content: object, deltas: object[]) => [
    event('content_block_start', { index, content_block: content }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ]
  const message = toMessage(answer, model)
  const chunks = toChunks(answer)
  const texts = chunks.flatMap(({ text }) => (text === undefined ? [] : [text]))
  const first = texts.length > 0 ? 1 : 0
  return [
    event('message_start', { message: { ...message, content: [], stop_reason: null } }),
    ...(texts.length === 0
      ? []
      : block(
          0,
          { type: 'text', text: '', citations: null },
          texts.map((text) => ({ type: 'text_delta', text })),
        )),
    ...answer.calls.flatMap(({ id, tool }, number) =>
      block(
        first + number,
        { type: 'tool_use', id, name: tool, input: {} },
        chunks.flatMap(({ call }) =>
          call?.index === number
            ? [{ type: 'input_json_delta', partial_json: call.arguments }]
            : [],
        ),
      ),
    ),
    event('message_delta', {
      delta: { stop_reason: message.stop_reason, stop_sequence: null },
      usage: { output_tokens: answer.usage.outputTokens },
    }),
    event('message_stop'),
  ].join('')
}
