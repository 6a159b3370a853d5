import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { openaiTools, type OpenaiTools } from '../../adapters/openai/index.ts'
import { issueSchema, serveSession } from '../provider/serve-session.ts'
import { startTracker } from './start-tracker.ts'
import { serveOpenai, type FunctionCall } from './serve-openai.ts'

const calls: FunctionCall[] = [
  { name: 'TRACKER_CREATE_ISSUE', arguments: '{"title":"Door","assignee":null}' },
  { name: 'TRACKER_CREATE_ISSUE', arguments: '{"title":"forbidden"}' },
  { name: 'TRACKER_CREATE_ISSUE', arguments: '{"title":' },
  { name: 'TRACKER_CREATE_ISSUE', arguments: '' },
  { name: 'TRACKER_DREAM', arguments: '{}' },
]

const outputs = [
  '{"made":{"title":"Door","assignee":null}}',
  '{"error":"The tracker refused","data":{"status":403}}',
  expect.stringMatching(
    /^\{"error":"The arguments are not valid JSON, so TRACKER_CREATE_ISSUE was not run: /,
  ),
  expect.stringMatching(/do not fit the input schema .+`title` is required/),
  '{"error":"There is no tool \\"TRACKER_DREAM\\". The tools are: TRACKER_CREATE_ISSUE"}',
]

test('serves Chat Completions: tools in, calls run, messages back in the order of the calls', async () => {
  await using service = await serveSession()
  await using model = await serveOpenai({ calls }, { text: 'Done.' })
  const openai = new OpenAI({ apiKey: 'sk-test', baseURL: `${model.url}/v1` })
  const tools = await openaiTools(await service.plugboard.createSession('ada'), {
    tools: ['TRACKER_CREATE_ISSUE'],
  })

  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'user', content: 'The door is broken' },
  ]
  const first = (
    await openai.chat.completions.create({ model: 'scripted', messages, tools: tools.chat })
  ).choices[0]!.message
  messages.push(first, ...(await tools.run(first)))
  const second = (
    await openai.chat.completions.create({ model: 'scripted', messages, tools: tools.chat })
  ).choices[0]!.message

  expect(second.content).toBe('Done.')
  expect(await tools.run(second)).toEqual([])
  expect(model.received[1]?.body).toHaveProperty('tools', [
    {
      type: 'function',
      function: {
        name: 'TRACKER_CREATE_ISSUE',
        description: 'Does TRACKER_CREATE_ISSUE',
        parameters: issueSchema,
      },
    },
  ])
  expect(model.received[1]?.body).toMatchObject({
    messages: [
      { role: 'user' },
      { role: 'assistant' },
      ...outputs.map((content, index) => ({
        role: 'tool',
        tool_call_id: `call_${index}`,
        content,
      })),
    ],
  })
})

test('serves Responses: tools in, calls run, items back in the order of the calls', async () => {
  await using service = await serveSession()
  await using model = await serveOpenai({ calls }, { text: 'Done.' })
  const openai = new OpenAI({ apiKey: 'sk-test', baseURL: `${model.url}/v1` })
  const tools = await openaiTools(await service.plugboard.createSession('ada'), {
    tools: ['TRACKER_CREATE_ISSUE'],
  })

  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'The door is broken' }]
  const first = await openai.responses.create({ model: 'scripted', input, tools: tools.responses })
  input.push(...(first.output as OpenAI.Responses.ResponseInput), ...(await tools.run(first)))
  const second = await openai.responses.create({ model: 'scripted', input, tools: tools.responses })

  expect(second.output_text).toBe('Done.')
  expect(await tools.run(second)).toEqual([])
  const body = model.received[1]?.body as { tools: unknown[]; input: unknown[] }
  expect(body.tools).toEqual([
    {
      type: 'function',
      name: 'TRACKER_CREATE_ISSUE',
      description: 'Does TRACKER_CREATE_ISSUE',
      parameters: issueSchema,
      strict: false,
    },
  ])
  expect(body.input.slice(-5)).toEqual(
    outputs.map((output, index) => ({
      type: 'function_call_output',
      call_id: `call_${index}`,
      output,
    })),
  )
})

test('runs the calls of one answer at the same time', async () => {
  await using service = await serveSession({ simultaneous: 3 })
  const tools = await openaiTools(await service.plugboard.createSession('ada'), {
    tools: ['TRACKER_CREATE_ISSUE'],
  })
  const call = (id: string) => ({
    id,
    type: 'function' as const,
    function: { name: 'TRACKER_CREATE_ISSUE', arguments: `{"title":"${id}"}` },
  })

  const messages = await tools.run({ tool_calls: [call('a'), call('b'), call('c')] })

  expect(messages.map(({ content }) => content)).toEqual(
    ['a', 'b', 'c'].map((title) => `{"made":{"title":"${title}"}}`),
  )
})

test('ends a run with its signal', async () => {
  await using service = await serveSession()
  const tools = await openaiTools(await service.plugboard.createSession('ada'), {
    tools: ['TRACKER_CREATE_ISSUE'],
  })
  const call = {
    id: 'a',
    type: 'function' as const,
    function: { name: 'TRACKER_CREATE_ISSUE', arguments: '{"title":"Door"}' },
  }

  await expect(
    tools.run({ tool_calls: [call] }, { signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ slug: 'aborted' })
})

test('acts on a third party through a service: by a found tool, and by the meta tools alone', async () => {
  const { plugboard, issueTitles } = await startTracker()
  const session = await plugboard.createSession('ada')
  const call = (name: string, input: unknown) => ({
    calls: [{ name, arguments: JSON.stringify(input) }],
  })
  await using model = await serveOpenai(
    call('TRACKER_CREATE_ISSUE', { title: 'Broken door', assignee: null }),
    call('SVC_SEARCH_TOOLS', { queries: [{ use_case: 'create an issue' }] }),
    call('SVC_MULTI_EXECUTE_TOOL', {
      tools: [{ tool_slug: 'TRACKER_CREATE_ISSUE', arguments: { title: 'Broken lock' } }],
    }),
  )
  const openai = new OpenAI({ apiKey: 'sk-test', baseURL: `${model.url}/v1` })
  const step = async (tools: OpenaiTools) =>
    tools.run(
      await openai.responses.create({
        model: 'scripted',
        input: 'The door is broken',
        tools: tools.responses,
      }),
    )

  expect(await step(await openaiTools(session, { search: 'create an issue' }))).toEqual([
    expect.objectContaining({ output: expect.stringContaining('"title":"Broken door"') }),
  ])
  const meta = await openaiTools(session)
  expect(await step(meta)).toEqual([
    expect.objectContaining({ output: expect.stringContaining('TRACKER_CREATE_ISSUE') }),
  ])
  expect(await step(meta)).toEqual([
    expect.objectContaining({ output: expect.stringContaining('Broken lock') }),
  ])

  expect(await issueTitles()).toEqual(expect.arrayContaining(['Broken door', 'Broken lock']))
})
