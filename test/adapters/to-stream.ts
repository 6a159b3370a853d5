import { halves } from './protocols/halves.ts'
import type { MadeTurn } from './read-conversation.ts'
import type { MadeResponse } from './serve-openai.ts'

/** A turn as Chat Completions streams it, words and arguments in two pieces. */
export const toChatStream = (turn: MadeTurn): string => {
  const chunk = (delta: unknown, finish: string | null = null) =>
    `data: ${JSON.stringify({ id: 'chatcmpl_1', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  const deltas =
    'text' in turn
      ? halves(turn.text).map((content) => chunk({ content }))
      : turn.calls.flatMap(({ id, name, arguments: given }, index) =>
          halves(given).map((part, at) =>
            chunk({
              tool_calls: [
                {
                  index,
                  ...(at === 0 && { id, type: 'function' }),
                  function: { ...(at === 0 && { name }), arguments: part },
                },
              ],
            }),
          ),
        )
  return [
    chunk({ role: 'assistant', content: null }),
    ...deltas,
    chunk({}, 'text' in turn ? 'stop' : 'tool_calls'),
    'data: [DONE]\n\n',
  ].join('')
}

/** A turn as Responses streams it. */
export const toResponsesStream = (response: MadeResponse): string => {
  let sequence = 0
  const event = (type: string, fields: Record<string, unknown>) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`
  const items = response.output.flatMap((item, index) => {
    const place = { item_id: item.id, output_index: index }
    const added = event('response.output_item.added', {
      output_index: index,
      item: {
        ...item,
        ...('arguments' in item && { arguments: '', status: 'in_progress' }),
        ...('content' in item && { content: [], status: 'in_progress' }),
      },
    })
    const done = event('response.output_item.done', { output_index: index, item })
    if (item.type === 'function_call') {
      return [
        added,
        ...halves(item.arguments).map((delta) =>
          event('response.function_call_arguments.delta', { ...place, delta }),
        ),
        event('response.function_call_arguments.done', { ...place, arguments: item.arguments }),
        done,
      ]
    }
    if (item.type !== 'message') return [added, done]
    const [part] = item.content
    const text = part?.text ?? ''
    return [
      added,
      event('response.content_part.added', {
        ...place,
        content_index: 0,
        part: { ...part, text: '' },
      }),
      ...halves(text).map((delta) =>
        event('response.output_text.delta', { ...place, content_index: 0, delta, logprobs: [] }),
      ),
      event('response.output_text.done', { ...place, content_index: 0, text, logprobs: [] }),
      event('response.content_part.done', { ...place, content_index: 0, part }),
      done,
    ]
  })
  return [
    event('response.created', { response: { ...response, status: 'in_progress', output: [] } }),
    ...items,
    event('response.completed', { response }),
  ].join('')
}
