import { createOpenAI } from '@ai-sdk/openai'
import { generateText, isStepCount, streamText, type ModelMessage } from 'ai'
import { expect, test } from 'vitest'
import { aiToolsOnDemand, type AiToolsOnDemand } from '../../adapters/ai/index.ts'
import { Plugboard } from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { openStudio } from './open-studio.ts'
import { serveOpenai, type Turn } from './serve-openai.ts'

const studio = openStudio()

const search = (words: string): Turn => ({
  calls: [
    { name: 'SVC_SEARCH_TOOLS', arguments: JSON.stringify({ queries: [{ use_case: words }] }) },
  ],
})
const poster: Turn = { calls: [{ name: 'STUDIO_PRINT_POSTER', arguments: '{"title":"found"}' }] }
const done: Turn = { text: 'Done.' }

const ways = {
  generateText: async (settings: Settings) => (await generateText(settings)).responseMessages,
  streamText: async (settings: Settings) => streamText(settings).responseMessages,
}
type Settings = AiToolsOnDemand & {
  model: ReturnType<ReturnType<typeof createOpenAI>>
  messages: ModelMessage[]
  stopWhen: ReturnType<typeof isStepCount>
}

const toolsOf = (body: unknown) =>
  (body as { tools: { name: string }[] }).tools.map(({ name }) => name)
const openModel = (url: string) =>
  createOpenAI({ apiKey: 'sk-test', baseURL: `${url}/v1` })('scripted')
const ask: ModelMessage = { role: 'user', content: 'Print a poster' }

test.each(['generateText', 'streamText'] as const)(
  'a tool that %s finds is callable in the next step, and in the next turn of another process',
  async (way) => {
    verifies('adapters.on-demand')
    const session = await studio().plugboard.createSession('ada')
    await using server = await serveOpenai(search('print a poster'), poster, done, poster, done)
    const model = openModel(server.url)

    const messages = [
      ask,
      ...(await ways[way]({
        model,
        ...(await aiToolsOnDemand(session)),
        messages: [ask],
        stopWhen: isStepCount(5),
      })),
    ]
    expect(toolsOf(server.received[0]?.body).every((name) => name.startsWith('SVC_'))).toBe(true)
    expect(toolsOf(server.received[1]?.body)).toEqual([
      ...toolsOf(server.received[0]?.body),
      expect.stringContaining('STUDIO_'),
      ...toolsOf(server.received[1]?.body).slice(toolsOf(server.received[0]?.body).length + 1),
    ])
    expect(studio().upstream.received.map(({ body }) => body)).toEqual(['{"title":"found"}'])

    const stored = JSON.parse(JSON.stringify(messages)) as ModelMessage[]
    await ways[way]({
      model,
      ...(await aiToolsOnDemand(await studio().plugboard.useSession(session.id))),
      messages: [...stored, ask],
      stopWhen: isStepCount(5),
    })
    expect(studio().upstream.received).toHaveLength(2)
  },
)

test('holds at most so many found tools, those that were found last', async () => {
  verifies('adapters.on-demand')
  const session = await studio().plugboard.createSession('ada')
  await using server = await serveOpenai(search('print a poster'), search('list the archive'), done)

  await generateText({
    model: openModel(server.url),
    ...(await aiToolsOnDemand(session, { maximum: 1 })),
    messages: [ask],
    stopWhen: isStepCount(5),
  })

  const found = server.received.map(({ body }) =>
    toolsOf(body).filter((name) => !name.startsWith('SVC_')),
  )
  expect(found).toEqual([[], ['STUDIO_PRINT_POSTER'], ['STUDIO_LIST_ARCHIVE']])
})

test('asks a person before a loaded tool runs, and goes on where its tools cannot be loaded', async () => {
  verifies('adapters.on-demand')
  const session = await studio().plugboard.createSession('ada', {
    approvals: { tools: ['STUDIO_PRINT_POSTER'] },
  })
  await using server = await serveOpenai(search('print a poster'), poster, done)
  const messages: ModelMessage[] = [ask]
  const onDemand = await aiToolsOnDemand(session)

  const asked = await generateText({
    model: openModel(server.url),
    ...onDemand,
    messages,
    stopWhen: isStepCount(5),
  })
  const requests = asked.content.filter((part) => part.type === 'tool-approval-request')
  expect(requests.map(({ toolCall }) => toolCall.toolName)).toEqual(['STUDIO_PRINT_POSTER'])
  expect(studio().upstream.received).toEqual([])

  const { url: baseUrl, apiKey } = studio().service
  const uncached = new Plugboard({ baseUrl, apiKey, toolCache: false })
  const other = await uncached.createSession('ada')
  const { prepareStep, tools } = await aiToolsOnDemand(other)
  await other.delete()
  const before = Object.keys(tools)
  await prepareStep({ messages: [...messages, ...asked.responseMessages] })
  expect(Object.keys(tools)).toEqual(before)
})

test('appends found tools to those of the last request, and shows no schema of them twice', async () => {
  verifies('adapters.on-demand')
  const session = await studio().plugboard.createSession('ada')
  const turns = [search('print a poster'), search('list the archive'), poster, done]
  await using server = await serveOpenai(...turns)

  await generateText({
    model: openModel(server.url),
    ...(await aiToolsOnDemand(session)),
    messages: [ask],
    stopWhen: isStepCount(5),
  })

  const sent = server.received.map(({ body }) =>
    JSON.stringify((body as { tools: unknown }).tools).slice(0, -1),
  )
  expect(sent).toHaveLength(4)
  for (const [at, tools] of sent.slice(1).entries()) expect(tools.startsWith(sent[at]!)).toBe(true)
  expect(sent[3]).toBe(sent[2])
  expect(JSON.stringify(server.received[1]?.body)).not.toContain('input_schema\\":')
})
