import { expect, test } from 'vitest'
import { z } from 'zod'
import { claudeAgentTools } from '../../adapters/anthropic/index.ts'
import { customTool } from '../../src/index.ts'
import { openNotes } from '../provider/open-notes.ts'

const notes = openNotes()

/** What the Agent SDK makes of a tool: an object of its properties alone. */
const call = async (
  tools: Awaited<ReturnType<typeof claudeAgentTools>>,
  given: Record<string, unknown>,
) => {
  const [tool] = tools
  const { content } = (await tool?.handler(z.object(tool.inputSchema).parse(given), {})) ?? {}
  const [part] = content ?? []
  return part?.type === 'text' ? (JSON.parse(part.text) as unknown) : undefined
}

test('properties that a tool takes beside its declared ones reach it', async () => {
  const made: unknown[] = []
  const session = await notes().plugboard.createSession('ada', {
    customTools: [
      customTool({
        slug: 'label',
        description: 'Labels',
        input: z.object({ id: z.string(), additional_properties: z.string() }).catchall(z.number()),
        execute: (given) => given,
      }),
    ],
  })
  const tools = await claudeAgentTools(session, {
    tools: ['LOCAL_LABEL'],
    onResult: ({ arguments: given }) => made.push(given),
  })
  expect(Object.keys(tools[0]?.inputSchema ?? {})).toEqual([
    'id',
    'additional_properties',
    'additional_properties_',
  ])
  const given = { id: '1', additional_properties: 'own', size: 3 }
  const { size, ...declared } = given
  expect(await call(tools, { ...declared, additional_properties_: { size } })).toEqual(given)
  expect(await call(tools, declared)).toEqual(declared)
  expect(made).toEqual([given, declared])
})
