import { expect, test } from 'vitest'
import { compileSchema, describeIssues, type JsonSchema } from '../../src/schema/index.ts'
import { verifies } from '../requirements.ts'

const explain = (schema: Exclude<JsonSchema, boolean>, value: unknown): string[] => {
  const verdict = compileSchema(schema).validate(value)
  return verdict.ok ? [] : describeIssues(verdict.issues, { value, schema })
}

const closed = {
  additionalProperties: false,
  properties: { title: {}, labels: { type: 'array' }, state: { enum: ['open', 'closed'] } },
}

test.each<[string, Exclude<JsonSchema, boolean>, unknown, string[]]>([
  [
    'a misspelled name',
    closed,
    { titel: 1 },
    ['`titel` is not allowed here; did you mean `title`?'],
  ],
  [
    'a missing name that was misspelled',
    { required: ['title'], properties: { title: {} } },
    { tilte: 1 },
    ['`title` is required; is it what you wrote as `tilte`?'],
  ],
  [
    'the nearest value',
    closed,
    { state: 'Closed' },
    ['`state` must be one of "open", "closed"; got "Closed"; did you mean "closed"?'],
  ],
  [
    'the nearest of many values',
    { enum: Array.from({ length: 400 }, (_, index) => `zone-${index}-europe`) },
    'zone-377-europ',
    [expect.stringMatching(/did you mean "zone-377-europe"/)],
  ],
  [
    'the offending value',
    { properties: { count: { type: 'integer' } } },
    { count: 'many' },
    ['`count` must be an integer; got "many"'],
  ],
  [
    'the value of a wrong format',
    { properties: { at: { format: 'date' } } },
    { at: 'tomorrow' },
    [expect.stringMatching(/^`at` .*"tomorrow"/)],
  ],
])('names %s', (_, schema, value, texts) => {
  verifies('schema.hints')
  expect(explain(schema, value)).toEqual(texts)
})

test('repeats no secret, nothing long and no hidden character', () => {
  verifies('schema.hints')
  const secret = {
    properties: { api_key: { enum: ['a'] }, pin: { type: 'integer', writeOnly: true } },
  }
  const texts = explain(secret, { api_key: 'sk-12345', pin: 'hunter2' })
  expect(texts).toHaveLength(2)
  expect(texts.join()).not.toMatch(/sk-12345|hunter2/)

  const [long] = explain({ type: 'integer' }, 'x'.repeat(100_000))
  expect(long?.length).toBeLessThan(200)
  const [hidden] = explain({ enum: ['a'] }, 'ab\u202ecd\n')
  expect(hidden).not.toMatch(/[\u202e\n]/)
})

test('is bounded for many values and many names', () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `name_${index}`)
  const value = Object.fromEntries(names.map((name) => [`${name}x`, 1]))
  const properties = Object.fromEntries(names.map((name) => [name, {}]))
  const texts = explain({ properties, additionalProperties: false, enum: names }, value)
  expect(texts.length).toBeLessThanOrEqual(100)
})
