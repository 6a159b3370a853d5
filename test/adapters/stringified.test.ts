import { expect, test } from 'vitest'
import { toModelText } from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { openStudio } from './open-studio.ts'

const studio = openStudio()

const tools = JSON.stringify([
  { tool_slug: 'STUDIO_PRINT_POSTER', arguments: JSON.stringify({ title: 'text' }) },
])
const parsed = ['tools', 'tools[0].arguments']
const printed = () => studio().upstream.received.map(({ body }) => body)

test('the service reads calls that a model wrote as text, and says so with their results', async () => {
  verifies('adapters.stringified')
  const session = await studio().plugboard.createSession('ada')

  const { data, error } = await session.execute('SVC_MULTI_EXECUTE_TOOL', { tools })

  expect(error).toBeNull()
  expect(data).toMatchObject({ succeeded: 1, parsed_arguments: parsed })
  expect(printed()).toEqual(['{"title":"text"}'])
})

test('an agent tool reads them too, and the model is told', async () => {
  verifies('adapters.stringified')
  const session = await studio().plugboard.createSession('ada')
  const [tool] = await session.tools({ tools: ['SVC_MULTI_EXECUTE_TOOL'] })

  const result = await tool!.execute({ tools })

  expect(result).toMatchObject({ successful: true, parsedArguments: parsed })
  expect(result.data).not.toHaveProperty('parsed_arguments')
  expect(toModelText(result)).toContain('`tools`, `tools[0].arguments` came as text')
  expect(printed()).toEqual(['{"title":"text"}'])
})

test('a call as text waits for an approval like any other', async () => {
  verifies('adapters.stringified')
  const session = await studio().plugboard.createSession('ada', {
    approvals: { tools: ['STUDIO_PRINT_POSTER'] },
  })
  const [tool] = await session.tools({ tools: ['SVC_MULTI_EXECUTE_TOOL'] })

  expect(await tool!.needsApproval({ tools })).toBe(true)
  await tool!.execute({ tools })
  expect(printed()).toEqual([])
  expect((await tool!.execute({ tools }, { approved: true })).successful).toBe(true)
  expect(printed()).toEqual(['{"title":"text"}'])
})
