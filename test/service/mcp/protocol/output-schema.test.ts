import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { toOutputSchema } from '../../../../src/service/mcp/protocol/to-output-schema.ts'
import { verifies } from '../../../requirements.ts'

const compile = (schema: object) =>
  [new Ajv({ strict: false, logger: false }), new Ajv2020({ strict: false, logger: false })].map(
    (ajv) => ajv.compile(schema),
  )

it.each([
  [
    'of fields',
    {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string', minLength: 1, format: 'uuid' },
        tags: { type: ['array', 'null'], items: { enum: ['a', 1] } },
      },
    },
  ],
  [
    'with definitions',
    {
      type: 'object',
      properties: { self: { $ref: '#/$defs/One' } },
      $defs: { One: { type: 'object', properties: { next: { $ref: '#/$defs/One' } } } },
    },
  ],
  [
    'with a dialect',
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { id: { not: {}, deprecated: true } },
      'x-own': 1,
    },
  ],
])('a declaration %s says what an answer holds, and no answer breaks it', (_name, declared) => {
  verifies('mcp-protocol.tools')
  const schema = toOutputSchema(declared)
  expect(JSON.stringify(schema)).toContain('"properties"')
  for (const validate of compile(schema))
    for (const answer of [{}, { id: 1, self: { next: 7 } }]) expect(validate(answer)).toBe(true)
})

it.each<Record<string, unknown>>([
  { type: 'file' },
  { type: [] },
  { exclusiveMinimum: true },
  { required: true },
  { required: ['a', 'a'] },
  { enum: 'a' },
  { pattern: '(' },
  { pattern: '\\-' },
  { patternProperties: { '(': {} } },
  { nullable: true },
  { minLength: -1 },
  { minimum: '1' },
  { items: 'string' },
  { items: [{}] },
  { anyOf: [] },
  { $ref: '#/$defs/Missing' },
  { $ref: 'https://example.com/schema' },
  { $ref: '#' },
  { $id: 'https://example.com/schema' },
  { $anchor: 'here' },
  { id: 'https://example.com/schema' },
  { description: 'x'.repeat(20_000) },
])('a declaration that validators refuse, or that is too long, is left out: %j', (inner) => {
  verifies('mcp-protocol.tools')
  expect(toOutputSchema({ type: 'object', properties: { inner } })).toEqual({ type: 'object' })
})
