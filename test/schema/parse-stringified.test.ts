import { expect, test } from 'vitest'
import { parseStringified, type JsonSchema } from '../../src/schema/index.ts'
import { verifies } from '../requirements.ts'

const schema = {
  $defs: { step: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
  type: 'object',
  properties: {
    labels: { type: 'array', items: { type: 'string' } },
    first: { $ref: '#/$defs/step' },
    steps: { type: 'array', items: { $ref: '#/$defs/step' } },
    choice: { anyOf: [{ type: 'object' }, { type: 'null' }] },
    text: { type: 'string' },
    either: { type: ['string', 'array'] },
  },
}

test.each<[string, unknown, unknown, (string | number)[][]]>([
  ['a list', { labels: '["a"]' }, { labels: ['a'] }, [['labels']]],
  ['an object', { first: ' {"name":"x"}' }, { first: { name: 'x' } }, [['first']]],
  [
    'texts in a text',
    { steps: '["{\\"name\\":\\"x\\"}"]' },
    { steps: [{ name: 'x' }] },
    [['steps'], ['steps', 0]],
  ],
  ['an alternative', { choice: '{}' }, { choice: {} }, [['choice']]],
  ['everything', '{"text":"x"}', { text: 'x' }, [[]]],
])('parses %s', (_, given, value, parsed) => {
  verifies('adapters.stringified')
  const before = structuredClone(given)
  expect(parseStringified(schema, given)).toEqual({ value, parsed, verdict: { ok: true } })
  expect(given).toEqual(before)
})

test.each<[string, unknown]>([
  ['a text that may be a text', { text: '{"a":1}', either: '["a"]' }],
  ['what is no JSON', { labels: '[a]' }],
  ['JSON of another type', { labels: '{"a":1}' }],
  ['a scalar', { labels: '3' }],
  ['what is too long', { labels: JSON.stringify(['x'.repeat(200_000)]) }],
])('leaves %s', (_, given) => {
  const { value, parsed } = parseStringified(schema, given)
  expect(value).toBe(given)
  expect(parsed).toEqual([])
})

test('reports what is wrong in a text that was parsed, and survives hostile texts', () => {
  const missing = parseStringified(schema, { first: '{}' })
  expect(missing.verdict).toMatchObject({ ok: false, issues: [{ path: ['first', 'name'] }] })

  const hostile = parseStringified(
    schema,
    JSON.parse('{"first":"{\\"__proto__\\":{\\"name\\":1}}"}'),
  )
  expect(hostile.verdict.ok).toBe(false)
  expect(({} as { name?: unknown }).name).toBeUndefined()
  const nested = parseStringified({ type: 'object' }, '['.repeat(90_000))
  expect(nested.verdict.ok).toBe(false)
})

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const numbers = (count: number) => JSON.stringify(Array.from({ length: count }, () => 1))
const anyList = { properties: { a: { type: 'array' } } }
const anyLists = { properties: { all: { items: { type: 'array' } } } }

test.each<[string, JsonSchema, unknown, number]>([
  ['199 levels below an argument', anyList, { a: lists(199) }, 1],
  ['200 levels below an argument', anyList, { a: lists(200) }, 0],
  ['90,000 levels', anyList, { a: lists(90_000) }, 0],
  ['400,000 values in texts', anyLists, { all: Array(4).fill(numbers(99_990)) }, 4],
  ['600,000 values in texts', anyLists, { all: Array(6).fill(numbers(99_990)) }, 0],
])('parses %s as far as a body may hold them', (_, bounded, given, count) => {
  verifies('tools.execute.stringified')
  const { value, parsed, verdict } = parseStringified(bounded, given)
  expect([parsed.length, verdict.ok]).toEqual([count, count > 0])
  if (count === 0) expect(value).toBe(given)
})
