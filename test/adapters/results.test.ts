import type { BetaToolRunContext } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool'
import { asSchema } from 'ai'
import { beforeEach, expect, test } from 'vitest'
import { aiToolsOnDemand } from '../../adapters/ai/index.ts'
import { anthropicTools } from '../../adapters/anthropic/index.ts'
import { googleTools } from '../../adapters/google/index.ts'
import { openaiTools } from '../../adapters/openai/index.ts'
import { isTool, type MadeCall, type Session } from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { openStudio } from './open-studio.ts'

const studio = openStudio()
const slugs = ['STUDIO_PRINT_POSTER']
let made: MadeCall[] = []
beforeEach(() => {
  made = []
})
const onResult = (call: MadeCall) => void made.push(call)

const calls = [
  { id: 'call_a8f3Kq2LmZ', arguments: { title: 'north', note: null } },
  { id: 'call_b7Wm4Tn9Xy', arguments: { title: 'torn' } },
  { id: 'call_c5Rv8Pd1Hs', arguments: { title: 5 } },
]
const written = ({ arguments: given }: (typeof calls)[number]) => JSON.stringify(given)

const ways: Record<string, (session: Session) => Promise<unknown>> = {
  'Chat Completions': async (session) => {
    const tools = await openaiTools(session, { tools: slugs })
    return tools.run(
      {
        tool_calls: calls.map((call) => ({
          type: 'function',
          id: call.id,
          function: { name: 'STUDIO_PRINT_POSTER', arguments: written(call) },
        })),
      },
      { onResult },
    )
  },
  Responses: async (session) => {
    const tools = await openaiTools(session, { tools: slugs })
    return tools.run(
      {
        output: calls.map((call) => ({
          type: 'function_call' as const,
          call_id: call.id,
          name: 'STUDIO_PRINT_POSTER',
          arguments: written(call),
        })),
      },
      { onResult },
    )
  },
  'Google GenAI': async (session) => {
    const tools = await googleTools(session, { tools: slugs, onResult })
    return tools.callTool(
      calls.map(({ id, arguments: args }) => ({ id, name: 'STUDIO_PRINT_POSTER', args })),
    )
  },
  Anthropic: async (session) => {
    const [tool] = await anthropicTools(session, { tools: slugs, onResult })
    return Promise.allSettled(
      calls.map(({ id, arguments: input }) =>
        tool!.run(input, { toolUse: { id } } as BetaToolRunContext),
      ),
    )
  },
}

test.each(Object.entries(ways))('%s tells of each call that was made', async (_, run) => {
  verifies('adapters.results')
  await run(await studio().plugboard.createSession('ada'))

  expect(made.toSorted((one, other) => ((one.id ?? '') < (other.id ?? '') ? -1 : 1))).toEqual([
    {
      slug: 'STUDIO_PRINT_POSTER',
      name: 'STUDIO_PRINT_POSTER',
      id: calls[0]?.id,
      arguments: { title: 'north', note: null },
      result: expect.objectContaining({
        data: { made: 'north' },
        error: null,
        logId: expect.any(String),
        successful: true,
      }),
    },
    expect.objectContaining({
      id: calls[1]?.id,
      result: expect.objectContaining({ error: expect.stringContaining('torn') }),
    }),
  ])
})

test('an error of the one who is told is no failure of the call', async () => {
  verifies('adapters.results')
  const session = await studio().plugboard.createSession('ada')
  const tools = await openaiTools(session, { tools: slugs })
  const [, , call] = calls
  const input = { title: 'kept' }
  const message = {
    tool_calls: [
      {
        type: 'function' as const,
        id: call!.id,
        function: { name: 'STUDIO_PRINT_POSTER', arguments: JSON.stringify(input) },
      },
    ],
  }
  const [tool] = await anthropicTools(session, {
    tools: slugs,
    onResult: () => {
      throw new Error('The database is down')
    },
  })
  const rejected: unknown[] = []
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', (error) => void rejected.push(error))
  try {
    const answers = await tools.run(message, {
      onResult: async () => {
        throw new Error('The queue is full')
      },
    })
    expect(JSON.stringify(answers)).toContain('kept')
    const blocks = await tool!.run(input, { toolUse: { id: 'call_e9Lw2Cx7Nd' } } as never)
    expect(JSON.stringify(blocks)).toContain('kept')
    await expect
      .poll(() => rejected.map((error) => (error as Error).message))
      .toEqual(['The queue is full', 'The database is down'])
  } finally {
    process.removeAllListeners('unhandledRejection')
    for (const listener of listeners) process.on('unhandledRejection', listener)
  }
})

test('arguments are told in the form of the author, whichever the model was shown', async () => {
  verifies('adapters.results')
  const session = await studio().plugboard.createSession('ada')
  const tools = await openaiTools(session, { tools: slugs, profile: 'openai-strict' })
  const given = { title: 'strict', copies: null, note: null, paper: null }
  await tools.run(
    {
      tool_calls: [
        {
          type: 'function',
          id: 'call_d2Gk6Jf3Bv',
          function: { name: 'STUDIO_PRINT_POSTER', arguments: JSON.stringify(given) },
        },
      ],
    },
    { onResult },
  )
  const [sent] = studio().upstream.received.map(({ body }) => JSON.parse(body) as unknown)
  expect(made.map((call) => call.arguments)).toEqual([sent])
  expect(sent).not.toHaveProperty('copies')
})

test('a tool that was found is known by its slug', async () => {
  verifies('adapters.results')
  const session = await studio().plugboard.createSession('ada')
  const found = await session.tools({ search: 'print a poster' })
  expect(found.filter((tool) => isTool(tool, 'STUDIO_PRINT_POSTER'))).toHaveLength(1)
  expect(isTool({ ...made, slug: 'OTHER' } as unknown as MadeCall, 'STUDIO_PRINT_POSTER')).toBe(
    false,
  )
})

test('on demand, tools that are named are static tools of the AI SDK, and the others dynamic', async () => {
  verifies('adapters.on-demand')
  const session = await studio().plugboard.createSession('ada')
  const { tools } = await aiToolsOnDemand(session, { tools: ['STUDIO_PRINT_POSTER'] })
  const types = Object.entries<{ type?: string | undefined }>(tools)
  expect(Object.fromEntries(types.map(([name, { type }]) => [name, type]))).toMatchObject({
    STUDIO_PRINT_POSTER: undefined,
    SVC_SEARCH_TOOLS: 'dynamic',
  })
  const poster = Object.entries(tools).find(([name]) => name === 'STUDIO_PRINT_POSTER')?.[1]
  expect(await asSchema(poster?.inputSchema).jsonSchema).toMatchObject({ required: ['title'] })
})
