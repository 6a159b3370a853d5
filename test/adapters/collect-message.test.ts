import type { ChatCompletionChunk } from 'openai/resources/chat/completions'
import { expect, test } from 'vitest'
import { collectMessage } from '../../adapters/openai/collect-message.ts'

/** Chunks with deltas as providers behind the API of OpenAI send them. */
const collect = (...deltas: object[]) => {
  const chunks = deltas.map((delta, index) => ({
    choices: [{ delta, finish_reason: index === deltas.length - 1 ? 'tool_calls' : null }],
  }))
  const stream = (async function* () {
    for (const chunk of chunks) yield chunk as unknown as ChatCompletionChunk
  })()
  return collectMessage(stream, () => {})
}

test('keeps what a provider sends beside the fields of the API, and wants back', async () => {
  const signature = { google: { thought_signature: 'abc' } }
  const { message, finish_reason } = await collect(
    { role: 'assistant', reasoning_content: 'It is ', reasoning_details: [{ text: 'a' }] },
    { role: 'assistant', reasoning_content: 'broken', reasoning_details: [{ text: 'b' }] },
    {
      tool_calls: [
        { index: 0, id: 'c1', type: 'function', function: { name: 'T', arguments: '{"a"' } },
      ],
    },
    { tool_calls: [{ index: 0, extra_content: signature, function: { arguments: ':1}' } }] },
  )
  expect(finish_reason).toBe('tool_calls')
  expect(message).toEqual({
    role: 'assistant',
    content: null,
    refusal: null,
    reasoning_content: 'It is broken',
    reasoning_details: [{ text: 'a' }, { text: 'b' }],
    tool_calls: [
      {
        id: 'c1',
        type: 'function',
        function: { name: 'T', arguments: '{"a":1}' },
        extra_content: signature,
      },
    ],
  })
})

test('tells calls apart that come without an index', async () => {
  const { message } = await collect(
    { tool_calls: [{ id: 'c1', function: { name: 'A', arguments: '{}' } }] },
    { tool_calls: [{ id: 'c2', function: { name: 'B', arguments: '{"b"' } }] },
    { tool_calls: [{ function: { arguments: ':2}' } }] },
    { tool_calls: [{ function: { name: 'C', arguments: '{}' } }] },
  )
  expect(
    message.tool_calls?.map((call) => call.type === 'function' && Object.values(call.function)),
  ).toEqual([
    ['A', '{}'],
    ['B', '{"b":2}'],
    ['C', '{}'],
  ])
})
