import { expect, it } from 'vitest'
import { z } from 'zod'
import { plainWords } from '../../../src/service/endpoint/plain-words.ts'
import { verifies } from '../../requirements.ts'

const wordsOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value, { error: plainWords }).error?.issues.map(({ message }) => message) ?? []

const colours = z.enum(['red', 'green'])
const many = z.enum(Array.from({ length: 100 }, (_, index) => `word_${index}`) as [string])

it.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'is required'],
  [z.union([z.string(), z.number()]), undefined, 'is required'],
  [z.string(), 5, 'must be a string; got a number'],
  [z.object({}), null, 'must be an object; got null'],
  [z.array(z.string()), {}, 'must be a list; got an object'],
  [z.object({}), [], 'must be an object; got a list'],
  [z.number(), 'x', 'must be a number; got a string'],
  [z.int(), 1.5, 'must be a whole number; got a number'],
  [z.string().min(1), '', 'must not be empty'],
  [z.array(z.string()).min(1), [], 'must not be empty'],
  [z.string().min(3), 'ab', 'must have at least 3 characters'],
  [z.string().max(1), 'ab', 'must have at most 1 character'],
  [z.array(z.number()).max(2), [1, 2, 3], 'must have at most 2 entries'],
  [z.number().min(1), 0, 'must be at least 1'],
  [z.number().max(9), 10, 'must be at most 9'],
  [z.number().gt(0), 0, 'must be more than 0'],
  [z.number().lt(9), 9, 'must be less than 9'],
  [z.url(), 'app.example.com/x', 'must be a complete URL such as https://example.com/path'],
  [colours, 'blue', 'must be one of "red", "green"'],
  [colours, undefined, 'is required: one of "red", "green"'],
  [z.literal(1), 2, 'must be 1'],
])('says what is wrong with a value, case %#', (schema, value, words) => {
  verifies('conventions.messages')
  expect(wordsOf(schema, value)).toEqual([words])
})

it('lists no more choices than a person reads, and keeps the words of a schema and of zod', () => {
  const [listed = ''] = wordsOf(many, 'x')
  expect(listed).toMatch(/"word_19", 80 more$/)
  expect(wordsOf(z.string().min(1, 'must be a name'), '')).toEqual(['must be a name'])
  expect(wordsOf(z.strictObject({}), { a: 1 })).toEqual(['Unrecognized key: "a"'])
})
