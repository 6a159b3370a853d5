import { HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import type { DynamicStructuredTool } from '@langchain/core/tools'
import {
  Command,
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { createAgent, tool } from 'langchain'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { langchainToolsOnDemand } from '../../adapters/langchain/index.ts'
import { openaiToolsOnDemand, runChat } from '../../adapters/openai/index.ts'
import { verifies } from '../requirements.ts'
import { openLangchainModel, ways } from './on-demand/ways.ts'
import { openStudio } from './open-studio.ts'
import { readConversation } from './read-conversation.ts'
import { serveOpenai, type Turn } from './serve-openai.ts'

const studio = openStudio()

const search = (words: string): Turn => ({
  calls: [
    { name: 'SVC_SEARCH_TOOLS', arguments: JSON.stringify({ queries: [{ use_case: words }] }) },
  ],
})
const poster: Turn = { calls: [{ name: 'STUDIO_PRINT_POSTER', arguments: '{"title":"found"}' }] }
const done: Turn = { text: 'Done.' }

type Model = Awaited<ReturnType<typeof serveOpenai>>
const bodies = ({ received }: Model) =>
  received.map(({ body }) => body as { [field: string]: unknown })
/** The tools of each request that are no meta tools. */
const found = (model: Model) =>
  bodies(model).map((body) =>
    readConversation(body).tools.filter((name) => !name.startsWith('SVC_')),
  )
const results = (model: Model) =>
  readConversation(bodies(model).at(-1) ?? {}).results.map(({ text }) => text)
const printed = () => studio().upstream.received.map(({ body }) => body)

test.each(ways)(
  '$name: a tool that is found is callable in the next step, and in the next turn of another process',
  async ({ turn }) => {
    verifies('adapters.on-demand')
    const session = await studio().plugboard.createSession('ada')
    await using model = await serveOpenai(search('print a poster'), poster, done, poster, done)

    const history = JSON.parse(JSON.stringify(await turn(session, model.url, []))) as unknown[]
    expect(found(model)[0]).toEqual([])
    expect(found(model)[1]).toContain('STUDIO_PRINT_POSTER')
    expect(printed()).toEqual(['{"title":"found"}'])

    await turn(await studio().plugboard.useSession(session.id), model.url, history)
    expect(found(model)[3]).toContain('STUDIO_PRINT_POSTER')
    expect(printed()).toEqual(['{"title":"found"}', '{"title":"found"}'])
    expect(results(model).at(-1)).toBe('{"made":"found"}')
  },
)

test.each(ways)(
  '$name holds at most so many found tools, those that were found last, beside those it was given',
  async ({ turn }) => {
    verifies('adapters.on-demand')
    const session = await studio().plugboard.createSession('ada')
    await using model = await serveOpenai(
      search('print a poster'),
      search('list the archive'),
      done,
    )

    await turn(session, model.url, [], { maximum: 1, tools: ['STUDIO_TAKE_PICTURE'] })

    expect(found(model).map((names) => names.toSorted())).toEqual([
      ['STUDIO_TAKE_PICTURE'],
      ['STUDIO_PRINT_POSTER', 'STUDIO_TAKE_PICTURE'],
      ['STUDIO_LIST_ARCHIVE', 'STUDIO_TAKE_PICTURE'],
    ])
  },
)

test.each(ways)(
  '$name appends found tools to those of the last request, and shows no schema of them twice',
  async ({ turn }) => {
    verifies('adapters.on-demand')
    const session = await studio().plugboard.createSession('ada')
    await using model = await serveOpenai(
      search('print a poster'),
      search('list the archive'),
      poster,
      search('print a poster'),
      done,
      done,
    )

    const history = JSON.parse(JSON.stringify(await turn(session, model.url, []))) as unknown[]
    await turn(await studio().plugboard.useSession(session.id), model.url, history)

    const sent = bodies(model).map(({ tools }) => JSON.stringify(tools).replace(/[\]}]+$/, ''))
    expect(sent).toHaveLength(6)
    for (const [at, tools] of sent.slice(1).entries())
      expect(tools.startsWith(sent[at]!)).toBe(true)
    expect(sent[4]).toBe(sent[2])
    expect(sent[5]).toBe(sent[4])
    const [first] = results(model)
    expect(first).toContain('"loaded":true')
    expect(first).not.toMatch(/input_schema|"copies"/)
    expect(found(model)[1]).toEqual(['STUDIO_PRINT_POSTER'])
  },
)

test.each(ways)('$name answers a call of a tool that nobody found in words', async ({ turn }) => {
  verifies('adapters.misfits')
  const session = await studio().plugboard.createSession('ada')
  await using model = await serveOpenai(poster, done)

  await turn(session, model.url, [])

  expect(results(model)).toEqual([expect.stringContaining('STUDIO_PRINT_POSTER')])
  expect(printed()).toEqual([])
})

test('a loop of its own takes the tools of each request, from answers in parts too', async () => {
  verifies('adapters.on-demand')
  const { toolsFor } = await openaiToolsOnDemand(await studio().plugboard.createSession('ada'))
  const call = {
    id: 'a',
    type: 'function' as const,
    function: {
      name: 'SVC_SEARCH_TOOLS',
      arguments: '{"queries":[{"use_case":"print a poster"}]}',
    },
  }
  const [answer] = await (await toolsFor([])).run({ tool_calls: [call] })
  const text = String(answer?.content)

  const chat = await toolsFor([
    { role: 'assistant', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text }] },
  ])
  const { responses } = await toolsFor([
    { type: 'function_call', call_id: 'a', ...call.function },
    { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_text', text }] },
  ])
  expect(chat.chat.map((tool) => tool.function.name)).toContain('STUDIO_PRINT_POSTER')
  expect(responses.map(({ name }) => name)).toContain('STUDIO_PRINT_POSTER')
  await chat.run({
    tool_calls: [
      {
        id: 'b',
        type: 'function',
        function: { name: 'STUDIO_PRINT_POSTER', arguments: '{"title":"own"}' },
      },
    ],
  })
  expect(printed()).toEqual(['{"title":"own"}'])
})

test('the OpenAI loop asks a person before a found tool runs', async () => {
  verifies('adapters.on-demand')
  const session = await studio().plugboard.createSession('ada', {
    approvals: { tools: ['STUDIO_PRINT_POSTER'] },
  })
  await using model = await serveOpenai(search('print a poster'), poster, done)
  const openai = new OpenAI({ apiKey: 'sk-test', baseURL: `${model.url}/v1` })
  const asked: string[] = []

  await runChat(
    { openai, tools: await openaiToolsOnDemand(session) },
    { model: 'scripted', messages: [{ role: 'user', content: 'Print it' }] },
    {
      approve: ({ name }) => asked.push(name) < 0,
    },
  )

  expect(asked).toEqual(['STUDIO_PRINT_POSTER'])
  expect(printed()).toEqual([])
})

test('LangChain asks a person before a found tool runs, and runs it once in another process', async () => {
  verifies('adapters.on-demand')
  const session = await studio().plugboard.createSession('ada', {
    approvals: { tools: ['STUDIO_PRINT_POSTER'] },
  })
  await using model = await serveOpenai(search('print a poster'), poster, done)
  const checkpointer = new MemorySaver()
  const open = async () =>
    createAgent({
      model: openLangchainModel(model.url),
      checkpointer,
      ...(await langchainToolsOnDemand(session, { interrupt })),
    })
  const thread = { configurable: { thread_id: 'one' } }

  await (await open()).invoke({ messages: [new HumanMessage('Print it')] }, thread)
  expect(printed()).toEqual([])

  // To the graph itself: `langchain` is installed here with a LangGraph of its own, and its agent
  // takes the commands of that alone.
  const { messages } = await (
    await open()
  ).graph.invoke(new Command({ resume: { decisions: [{ type: 'approve' }] } }) as never, thread)
  expect(printed()).toEqual(['{"title":"found"}'])
  expect(messages.at(-1)?.text).toBe('Done.')
})

test('a tool of the agent itself keeps its name', async () => {
  const session = await studio().plugboard.createSession('ada')
  await using model = await serveOpenai(search('print a poster'), poster, done)
  const own: DynamicStructuredTool = tool(() => 'mine', {
    name: 'STUDIO_PRINT_POSTER',
    description: 'Prints at home',
    schema: z.looseObject({}),
  })
  const { tools: meta, middleware } = await langchainToolsOnDemand(session)
  const tools = [...meta, own]
  const agent = createAgent({ model: openLangchainModel(model.url), tools, middleware })

  const { messages } = await agent.invoke({ messages: [new HumanMessage('Print it')] })

  expect(messages.findLast((message) => ToolMessage.isInstance(message))?.text).toBe('mine')
  expect(printed()).toEqual([])
})

test('a graph of its own takes the tools of each step', async () => {
  verifies('adapters.on-demand')
  const session = await studio().plugboard.createSession('ada')
  await using server = await serveOpenai(search('print a poster'), poster, done)
  const model = openLangchainModel(server.url)
  const { toolsFor } = await langchainToolsOnDemand(session)
  const isCalling = (messages: BaseMessage[]) => readCalls(messages.at(-1)).length > 0
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('model', async ({ messages }) => ({
      messages: [await model.bindTools(await toolsFor(messages)).invoke(messages)],
    }))
    .addNode('tools', async (state) => new ToolNode(await toolsFor(state.messages)).invoke(state))
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ messages }) => (isCalling(messages) ? 'tools' : END), [
      'tools',
      END,
    ])
    .addEdge('tools', 'model')
    .compile()

  const { messages } = await graph.invoke({ messages: [new HumanMessage('Print it')] })

  expect(messages.at(-1)?.text).toBe('Done.')
  expect(printed()).toEqual(['{"title":"found"}'])
})

const readCalls = (message: BaseMessage | undefined): unknown[] =>
  message && 'tool_calls' in message && Array.isArray(message.tool_calls) ? message.tool_calls : []
