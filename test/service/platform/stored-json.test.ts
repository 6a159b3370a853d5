import { expect, test } from 'vitest'
import { z } from 'zod'
import { outline, storedJson } from '../../../src/service/platform/stored-json.ts'

const readTags = storedJson('tools.tags', z.array(z.string()))
const readTool = storedJson(
  'tools.definition',
  outline<{ slug: string; request: { secret: string } }>({ slug: z.string() }),
)

test('gives what was stored, in its order and with what the outline does not name', () => {
  expect(readTags('["b","a"]', 'tool_1')).toEqual(['b', 'a'])
  const text = '{"request":{"secret":"s"},"slug":"A"}'
  expect(JSON.stringify(readTool(text, 'tool_1'))).toBe(text)
})

test('names table, column and row of what it cannot read, and no value', () => {
  expect(() => readTags('["a",7]', 'tool_1')).toThrow(
    'tools.tags of tool_1 cannot be read: not as expected at 1',
  )
  expect(() => readTool('{"request":"the-secret"}', 'tool_2')).toThrow(
    'tools.definition of tool_2 cannot be read: not as expected at slug',
  )
  expect(() => readTool('{the-secret', 'tool_3')).toThrow(/^[^{]*it is no JSON$/)
})
