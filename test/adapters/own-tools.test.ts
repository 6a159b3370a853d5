import { tool as aiTool, type ModelMessage } from 'ai'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { aiToolsOnDemand } from '../../adapters/ai/index.ts'
import { anthropicToolsOnDemand } from '../../adapters/anthropic/index.ts'
import { mastraToolsOnDemand } from '../../adapters/mastra/index.ts'
import { verifies } from '../requirements.ts'
import { openStudio } from './open-studio.ts'

const studio = openStudio()
const queries = { queries: [{ use_case: 'print a poster' }] }

/** The messages of a step in which the model has searched. */
const searched = async (): Promise<ModelMessage[]> => {
  const session = await studio().plugboard.createSession('ada')
  const { data } = await session.execute('SVC_SEARCH_TOOLS', queries)
  const call = { toolCallId: 'c1', toolName: 'SVC_SEARCH_TOOLS' }
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: queries }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', ...call, output: { type: 'json', value: data as never } }],
    },
  ]
}

const own = { ring_bell: aiTool({ inputSchema: z.object({}), execute: () => 'rung' }) }

test('own tools of an agent of the AI SDK stay beside those that it finds', async () => {
  verifies('adapters.on-demand')
  const session = await studio().plugboard.createSession('ada')
  const { tools, prepareStep } = await aiToolsOnDemand(session, { ownTools: own })
  const first = Object.keys(tools)
  expect(first).toContain('ring_bell')
  await prepareStep({ messages: await searched() })
  expect(Object.keys(tools)).toEqual(
    expect.arrayContaining([...first, 'STUDIO_PRINT_POSTER']) as string[],
  )
  await prepareStep({ messages: [] })
  expect(Object.keys(tools).toSorted()).toEqual(first.toSorted())
})

test('own tools of an agent of the Anthropic client stay beside those that it finds', async () => {
  verifies('adapters.on-demand')
  const session = await studio().plugboard.createSession('ada')
  const tools = await anthropicToolsOnDemand(session)
  const bell = { ...(tools[0] as (typeof tools)[number]), name: 'ring_bell' }
  tools.push(bell)
  const search = tools.find(({ name }) => name === 'SVC_SEARCH_TOOLS')
  await search?.run(queries)
  const names = tools.map(({ name }) => name)
  expect(names).toContain('STUDIO_PRINT_POSTER')
  expect(names.filter((name) => name === 'ring_bell')).toHaveLength(1)
})

test('own tools of an agent of Mastra stay beside those that it finds', async () => {
  verifies('adapters.on-demand')
  const session = await studio().plugboard.createSession('ada')
  const { tools, prepareStep } = await mastraToolsOnDemand<{ id: string }>(
    session,
    ({ id }) => ({ id }),
    { ownTools: { ring_bell: { id: 'ring_bell' } } },
  )
  const step = await prepareStep({ messages: await searched() })
  expect(Object.keys(tools)).toContain('ring_bell')
  expect(Object.keys(step.tools)).toContain('ring_bell')
  expect(Object.keys(step.tools)).toEqual(expect.arrayContaining(Object.keys(tools)) as string[])
})
