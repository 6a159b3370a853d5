import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import {
  generateText,
  isStepCount,
  toolSearch,
  validateUIMessages,
  type LanguageModel,
  type ToolSet,
} from 'ai'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { aiToolSearch, aiTools } from '../../adapters/ai/index.ts'
import { customTool } from '../../src/index.ts'
import { serve } from '../client/serve.ts'
import { verifies } from '../requirements.ts'
import { openStudio } from './open-studio.ts'
import { serveOpenai } from './serve-openai.ts'

const studio = openStudio()

const serveAnthropic = () =>
  serve((app) => {
    app.post('/v1/messages', (context) =>
      context.json({
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, output_tokens: 1 },
        content: [{ type: 'text', text: 'Done.' }],
      }),
    )
  })

const sentTools = ({ received }: { received: { body: unknown }[] }) =>
  (received[0]?.body ?? { tools: [] }) as { tools: { name: string }[] }

const ask = (model: LanguageModel, tools: ToolSet) =>
  generateText({ model, tools, stopWhen: isStepCount(5), prompt: 'Print a poster' })

test('tools are deferred for the tool search of Anthropic', async () => {
  verifies('adapters.defer')
  await using server = await serveAnthropic()
  const anthropic = createAnthropic({ apiKey: 'sk-test', baseURL: `${server.url}/v1` })
  const session = await studio().plugboard.createSession('ada')

  await ask(anthropic('scripted'), {
    search: anthropic.tools.toolSearchBm25_20251119(),
    ...(await aiTools(session, { tools: ['STUDIO_PRINT_POSTER'], deferLoading: 'provider' })),
  })

  const { tools } = sentTools(server)
  expect(tools.find(({ name }) => name === 'STUDIO_PRINT_POSTER')).toMatchObject({
    defer_loading: true,
    input_schema: { required: ['title'] },
  })
})

test('tools are deferred for the tool search of OpenAI', async () => {
  verifies('adapters.defer')
  await using server = await serveOpenai({ text: 'Done.' })
  const openai = createOpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1` })
  const session = await studio().plugboard.createSession('ada')

  await ask(openai('scripted'), {
    search: openai.tools.toolSearch(),
    ...(await aiTools(session, { tools: ['STUDIO_PRINT_POSTER'], deferLoading: 'provider' })),
  })

  const { tools } = sentTools(server)
  expect(tools.find(({ name }) => name === 'STUDIO_PRINT_POSTER')).toMatchObject({
    defer_loading: true,
  })
})

test('deferred tools are found with toolSearch of the AI SDK by the search of the service', async () => {
  verifies('adapters.defer')
  await using server = await serveOpenai(
    { calls: [{ name: 'search', arguments: '{"query":"print a poster"}' }] },
    { calls: [{ name: 'STUDIO_PRINT_POSTER', arguments: '{"title":"searched"}' }] },
    { text: 'Done.' },
  )
  const session = await studio().plugboard.createSession('ada')
  const deferred = await aiTools(session, {
    tools: ['STUDIO_PRINT_POSTER', 'STUDIO_TAKE_PICTURE'],
    deferLoading: 'sdk',
  })

  await ask(createOpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1` })('scripted'), {
    search: toolSearch({ search: aiToolSearch(session), maxResults: 1 }),
    ...deferred,
  })

  const names = server.received.map(({ body }) =>
    (body as { tools: { name: string }[] }).tools.map(({ name }) => name),
  )
  expect(names.slice(0, 2)).toEqual([['search'], ['search', 'STUDIO_PRINT_POSTER']])
  expect(studio().upstream.received.map(({ body }) => body)).toEqual(['{"title":"searched"}'])
})

const mix = customTool({
  slug: 'mix',
  description: 'Mixes a colour',
  input: z
    .object({ red: z.int(), name: z.string().optional() })
    .meta({ examples: [{ red: 5 }, { red: 'none' }] }),
  output: { type: 'object', properties: { made: { type: 'string' } } },
  execute: () => ({ made: 'x'.repeat(150_000) }),
})

test('examples that fit reach the provider', async () => {
  verifies('adapters.examples')
  await using server = await serveAnthropic()
  const session = await studio().plugboard.createSession('ada', { customTools: [mix] })

  await ask(
    createAnthropic({ apiKey: 'sk-test', baseURL: `${server.url}/v1` })('scripted'),
    await aiTools(session, { tools: ['LOCAL_MIX'] }),
  )

  expect(server.received[0]?.body).toMatchObject({
    tools: [{ name: 'LOCAL_MIX', input_examples: [{ red: 5 }] }],
  })
})

test('a large result that the session does not store is cut for the model, whole for the program, and stays valid in a chat', async () => {
  verifies('adapters.large')
  await using server = await serveOpenai(
    { calls: [{ name: 'LOCAL_MIX', arguments: '{"red":5}' }] },
    { text: 'Done.' },
  )
  const session = await studio().plugboard.createSession('ada', {
    customTools: [mix],
    answers: { offload: false },
  })
  const tools = await aiTools(session, { tools: ['LOCAL_MIX'] })

  const { steps } = await ask(
    createOpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1` })('scripted'),
    tools,
  )

  expect(JSON.stringify(server.received[1]?.body).length).toBeLessThan(10_000)
  expect(JSON.stringify(server.received[1]?.body)).toContain('of which you see the first 4000')
  const output = steps[0]?.toolResults[0]?.output
  expect(output).toMatchObject({ data: { made: 'x'.repeat(150_000) } })

  const part = (result: unknown) => ({
    type: 'tool-LOCAL_MIX' as const,
    toolCallId: 'call_0',
    state: 'output-available' as const,
    input: { red: 5 },
    output: result,
  })
  const chat = (result: unknown) =>
    validateUIMessages({ messages: [{ id: '1', role: 'assistant', parts: [part(result)] }], tools })
  await expect(chat(output)).resolves.toHaveLength(1)
  await expect(chat({ anything: 'else' })).rejects.toThrow('not the result of a tool')
})
