import { expect, it } from 'vitest'
import { readOpenAiChat } from '../../../../src/evals/cases/index.ts'
import { verifies } from '../../../requirements.ts'

const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }]
const call = (id: string, text: string) => ({
  id,
  type: 'function',
  function: { name: 'weather', arguments: text },
})
const asked = { role: 'user', content: [{ type: 'text', text: 'Weather?' }] }
const read = (...lines: unknown[]) =>
  readOpenAiChat(lines.map((line) => JSON.stringify(line)).join('\n'), 'chat.jsonl')

it('makes a case of each message with calls, what came before it being the question', () => {
  verifies('evals.cases.openai-chat')
  const { cases, notExpressed } = read({
    id: 'trip',
    tools,
    messages: [
      { role: 'developer', content: 'Be brief' },
      asked,
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          call('1', '{"city":"Paris"}'),
          call('2', '{"city":"Rome","filter":{"$set":1}}'),
        ],
      },
      { role: 'tool', tool_call_id: '1', content: 'sunny' },
      { role: 'assistant', tool_calls: [call('3', '{}')] },
      { role: 'assistant', content: 'Sunny' },
    ],
  })

  expect(cases.map(({ id }) => id)).toEqual(['trip.1', 'trip.2'])
  expect(cases[0]).toMatchObject({
    messages: [
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'Weather?' },
    ],
    tools: [{ name: 'weather', inputSchema: { type: 'object' } }],
    expect: {
      calls: [
        { tool: 'weather', arguments: { city: 'Paris' } },
        { tool: 'weather', arguments: { city: 'Rome', filter: { $exact: { $set: 1 } } } },
      ],
    },
  })
  expect(cases[1]?.messages.slice(2)).toEqual([
    {
      role: 'assistant',
      content: '',
      calls: [
        { id: '1', tool: 'weather', arguments: { city: 'Paris' } },
        { id: '2', tool: 'weather', arguments: { city: 'Rome', filter: { $set: 1 } } },
      ],
    },
    { role: 'tool', content: 'sunny', callId: '1' },
  ])
  expect(notExpressed).toEqual([{ id: 'trip', what: 'the text of the last answer' }])
})

it('makes a case without a call of a conversation that has none', () => {
  verifies('evals.cases.openai-chat')
  expect(
    read({ tools, messages: [asked, { role: 'assistant', content: 'Which city?' }] }).cases,
  ).toMatchObject([{ id: 'line-1', expect: { noCall: true } }])
})

it('lists what it leaves out', () => {
  verifies('evals.cases.openai-chat')
  const picture = { role: 'user', content: [{ type: 'image_url', image_url: {} }] }
  const { cases, notExpressed } = read(
    { id: 'a', messages: [asked] },
    {
      id: 'b',
      tools: [...tools, { type: 'web_search' }],
      parallel_tool_calls: false,
      messages: [picture, { role: 'assistant', tool_calls: [call('1', '{')], refusal: 'no' }],
    },
    { id: 'c', tools, messages: [asked] },
    { id: 'd', tools, messages: [{ role: 'assistant', tool_calls: [call('1', '{}')] }] },
    {
      id: 'e',
      tools,
      messages: [
        asked,
        { role: 'assistant', content: null, function_call: { name: 'weather', arguments: '{}' } },
      ],
    },
    {
      id: 'f',
      tools,
      messages: [
        asked,
        { role: 'function', name: 'weather', content: 'sunny' },
        { role: 'assistant', content: 'Sunny' },
      ],
    },
    {
      id: 'g',
      tools,
      messages: [
        asked,
        {
          role: 'assistant',
          tool_calls: [{ id: '1', type: 'custom', custom: { name: 'shell', input: 'ls' } }],
        },
      ],
    },
    { id: 'h', tools, messages: [{ role: 'assistant', content: 'Hello' }] },
  )

  expect(cases).toEqual([])
  expect(notExpressed.map(({ id, what }) => `${id}: ${what}`)).toEqual([
    'a: the whole conversation: it has no function tools',
    'b: the setting parallel_tool_calls',
    'b: a tool of the type web_search',
    'b: a part of the type image_url of a message',
    'b: refusal of an answer',
    'b: the whole case: the arguments of weather (1) are no JSON object',
    'c: the whole conversation: it has no answer',
    'd: the whole case: there are no messages before its calls',
    'e: the whole conversation: its calls have the old form function_call',
    'f: the whole conversation: its calls have the old form function_call',
    'g: the whole case: the call 1 is of the type custom',
    'h: the whole conversation: it has no question',
  ])
})
