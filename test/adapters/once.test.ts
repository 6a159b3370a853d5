import type { ToolSet } from 'ai'
import { Agent, OpenAIProvider, Runner, tool as toAgentsTool } from '@openai/agents'
import { expect, test } from 'vitest'
import { aiTools, aiToolsOnDemand } from '../../adapters/ai/index.ts'
import { anthropicTools, anthropicToolsOnDemand } from '../../adapters/anthropic/index.ts'
import { googleTools, googleToolsOnDemand } from '../../adapters/google/index.ts'
import { langchainTools, langchainToolsOnDemand } from '../../adapters/langchain/index.ts'
import { mastraTools } from '../../adapters/mastra/index.ts'
import {
  openaiAgentsTools,
  openaiTools,
  openaiToolsOnDemand,
  type OpenaiTools,
} from '../../adapters/openai/index.ts'
import type { Session } from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { openStudio } from './open-studio.ts'
import { serveOpenai } from './serve-openai.ts'

const studio = openStudio()
const titles = () => studio().upstream.received.map(({ body }) => JSON.parse(body).title)

const tools = ['STUDIO_PRINT_POSTER']
const random = 'call_7cdEJkPRHhs4uUcV0yOVGLRi'

type Call = { id: string; title: string; conversation?: string; earlier?: number; answer?: string }
type Framework = {
  name: string
  open: (session: Session) => Promise<(call: Call) => Promise<string>>
}

const ofAi =
  (openTools: (session: Session, conversation?: string) => Promise<ToolSet>): Framework['open'] =>
  async (session) =>
  async ({ id, title, conversation, earlier = 0 }) => {
    const tool = (await openTools(session, conversation))['STUDIO_PRINT_POSTER']
    const messages = Array.from({ length: earlier }, () => ({
      role: 'tool' as const,
      content: [
        {
          type: 'tool-result' as const,
          toolCallId: id,
          toolName: 'STUDIO_PRINT_POSTER',
          output: { type: 'text' as const, value: 'printed' },
        },
      ],
    }))
    return JSON.stringify(
      await tool?.execute?.({ title }, { toolCallId: id, messages, context: {} }),
    )
  }

const ofLangchain =
  (
    openTools: (session: Session) => Promise<Awaited<ReturnType<typeof langchainTools>>>,
  ): Framework['open'] =>
  async (session) => {
    const tool = (await openTools(session)).find(({ name }) => name === 'STUDIO_PRINT_POSTER')
    return async ({ id, title, conversation, earlier }) => {
      const call = { name: 'STUDIO_PRINT_POSTER', args: { title }, id, type: 'tool_call' as const }
      const configurable = {
        ...(conversation !== undefined && { thread_id: conversation }),
        ...(earlier !== undefined && { checkpoint_ns: `tools:${earlier}` }),
      }
      return JSON.stringify(await tool?.invoke(call, { configurable }))
    }
  }

const ofOpenai =
  (
    api: 'chat' | 'responses',
    openTools: (session: Session) => Promise<OpenaiTools>,
  ): Framework['open'] =>
  async (session) => {
    const made = await openTools(session)
    return async ({ id, title, conversation, answer }) => {
      const call = { name: 'STUDIO_PRINT_POSTER', arguments: JSON.stringify({ title }) }
      const options = { ...(conversation !== undefined && { conversation }) }
      return JSON.stringify(
        api === 'chat'
          ? await made.run({ tool_calls: [{ id, type: 'function', function: call }] }, options)
          : await made.run(
              {
                output: [{ type: 'function_call', call_id: id, ...call }],
                ...(answer !== undefined && { id: answer }),
              },
              options,
            ),
      )
    }
  }

const ofAgents: Framework['open'] =
  async (session) =>
  async ({ id, title, conversation }) => {
    const [tool] = await openaiAgentsTools(session, {
      tools,
      conversation: ({ context }) => context as string | undefined,
    })
    const run = { context: conversation, isToolApproved: () => undefined }
    return JSON.stringify(await tool?.execute({ title }, run, { toolCall: { callId: id } }))
  }

const ofAnthropic =
  (openTools: typeof anthropicTools): Framework['open'] =>
  async (session) =>
  async ({ id, title, conversation }) => {
    const made = await openTools(session, { tools, conversation })
    const input = { title }
    const toolUse = { type: 'tool_use' as const, id, name: 'STUDIO_PRINT_POSTER', input }
    const tool = made.find(({ name }) => name === toolUse.name)
    return JSON.stringify(await tool?.run(input, { toolUse, toolUseBlock: toolUse }))
  }

const ofGoogle =
  (
    openTools: (session: Session) => Promise<Awaited<ReturnType<typeof googleTools>>>,
  ): Framework['open'] =>
  async (session) => {
    const made = await openTools(session)
    return async ({ id, title, conversation }) =>
      JSON.stringify(
        await made.callTool([{ id, name: 'STUDIO_PRINT_POSTER', args: { title } }], {
          conversation,
        }),
      )
  }

const frameworks: Framework[] = [
  {
    name: 'the AI SDK',
    open: ofAi((session, conversation) => aiTools(session, { tools, conversation })),
  },
  {
    name: 'the AI SDK, on demand',
    open: ofAi(
      async (session, conversation) =>
        (await aiToolsOnDemand(session, { tools, conversation })).tools,
    ),
  },
  { name: 'LangChain', open: ofLangchain((session) => langchainTools(session, { tools })) },
  {
    name: 'LangChain, on demand',
    open: ofLangchain(async (session) => (await langchainToolsOnDemand(session, { tools })).tools),
  },
  {
    name: 'Chat Completions',
    open: ofOpenai('chat', (session) => openaiTools(session, { tools })),
  },
  { name: 'Responses', open: ofOpenai('responses', (session) => openaiTools(session, { tools })) },
  {
    name: 'OpenAI on demand',
    open: ofOpenai('chat', async (session) =>
      (await openaiToolsOnDemand(session, { tools })).toolsFor([]),
    ),
  },
  { name: '@openai/agents', open: ofAgents },
  { name: 'Anthropic', open: ofAnthropic(anthropicTools) },
  { name: 'Anthropic on demand', open: ofAnthropic(anthropicToolsOnDemand) },
  { name: 'Google GenAI', open: ofGoogle((session) => googleTools(session, { tools })) },
  {
    name: 'Google GenAI on demand',
    open: ofGoogle(async (session) => (await googleToolsOnDemand(session, { tools })).toolsFor([])),
  },
]

test.each(frameworks)('$name makes a call with a random id once', async ({ name, open }) => {
  verifies('adapters.once')
  const session = await studio().plugboard.createSession(`${name}'s user`)
  const run = await open(session)
  const first = await run({ id: random, title: 'one' })
  expect(first).toContain('one')
  expect(await run({ id: random, title: 'one' })).toBe(first)
  // Another process continues the session.
  const resumed = await open(await studio().plugboard.useSession(session.id))
  expect(await resumed({ id: random, title: 'one' })).toBe(first)
  expect(titles()).toEqual(['one'])

  await run({ id: random, title: 'two' })
  const other = await open(await studio().plugboard.createSession(`${name}'s user`))
  await other({ id: random, title: 'one' })
  expect(titles()).toEqual(['one', 'two', 'one'])
})

test.each(frameworks)(
  '$name makes a call with a counted id once in its conversation alone',
  async ({ name, open }) => {
    verifies('adapters.once.counted')
    const run = await open(await studio().plugboard.createSession(`${name}'s user`))
    await run({ id: 'call_0', title: 'known', conversation: 'chat 1' })
    await run({ id: 'call_0', title: 'known', conversation: 'chat 1' })
    expect(titles()).toEqual(['known'])
    await run({ id: 'call_0', title: 'known', conversation: 'chat 2' })
    expect(titles()).toEqual(['known', 'known'])

    await run({ id: 'call_0', title: 'unknown' })
    await run({ id: 'call_0', title: 'unknown' })
    expect(titles()).toEqual(['known', 'known', 'unknown', 'unknown'])
  },
)

test.each(frameworks.slice(0, 4))(
  '$name makes the same counted call again in a later step',
  async ({ name, open }) => {
    verifies('adapters.once.counted')
    const run = await open(await studio().plugboard.createSession(`${name}'s user`))
    const call = { id: 'call_0', title: 'again', conversation: 'chat 1' }
    for (const earlier of [0, 0, 1, 1]) await run({ ...call, earlier })
    expect(titles()).toEqual(['again', 'again'])
  },
)

test('Mastra does not take a counted call in its thread for an earlier one', async () => {
  verifies('adapters.once.counted')
  const session = await studio().plugboard.createSession('ada')
  const { STUDIO_PRINT_POSTER: poster } = await mastraTools(session, (made) => made, { tools })
  for (const toolCallId of ['call_0', 'call_0', random, random])
    await poster?.execute({ title: toolCallId }, { agent: { toolCallId, threadId: 'one' } })
  expect(titles()).toEqual(['call_0', 'call_0', random])
})

test('Responses knows counted calls by the id of their response', async () => {
  verifies('adapters.once.counted')
  const run = await ofOpenai('responses', (session) => openaiTools(session, { tools }))(
    await studio().plugboard.createSession('ada'),
  )
  const answer = 'resp_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b'
  for (const id of [answer, answer, answer.replace('67', '68')])
    await run({ id: 'call_0', title: 'one', answer: id })
  expect(titles()).toEqual(['one', 'one'])
})

test('tools that only read are called each time', async () => {
  verifies('adapters.once.reads')
  const session = await studio().plugboard.createSession('ada')
  const [archive] = await session.tools({ tools: ['STUDIO_LIST_ARCHIVE'] })
  await archive?.execute({}, { call: { id: random } })
  await archive?.execute({}, { call: { id: random } })
  expect(studio().upstream.received).toHaveLength(2)
})

test('a run of @openai/agents names its calls', async () => {
  verifies('adapters.once')
  const session = await studio().plugboard.createSession('ada')
  const run = async () => {
    const given = { name: 'STUDIO_PRINT_POSTER', arguments: '{"title":"one"}' }
    await using model = await serveOpenai({ calls: [given] }, { text: 'Done.' })
    const modelProvider = new OpenAIProvider({
      apiKey: 'sk-test',
      baseURL: `${model.url}/v1`,
      useResponses: true,
    })
    const made = await openaiAgentsTools(session, { tools, conversation: 'chat 1' })
    const agent = new Agent({ name: 'Printer', tools: made.map((each) => toAgentsTool(each)) })
    await new Runner({ modelProvider, tracingDisabled: true }).run(agent, 'Print')
  }
  await run()
  await run()
  expect(titles()).toEqual(['one'])
})
