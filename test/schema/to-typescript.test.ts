import { expect, test } from 'vitest'
import { toTypeScript } from '../../src/schema/index.ts'

const typeOf = (schema: Parameters<typeof toTypeScript>[0]) => toTypeScript(schema, 'A_').type

test.each([
  [true, 'unknown'],
  [false, 'never'],
  [{}, 'unknown'],
  [{ type: 'integer' }, 'number'],
  [{ type: 'integer', format: 'int32' }, 'number'],
  [{ type: ['integer', 'null'], format: 'int64' }, 'number | string | null'],
  [{ type: 'number', format: 'int64' }, 'number | string'],
  [{ type: 'array', items: { type: 'integer', format: 'uint64' } }, '(number | string)[]'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'string', nullable: true }, 'string | null'],
  [
    { enum: ["it's", 'say "no"', 'back\\slash', 5, null, true, ['a', { b: 1 }]] },
    `'it\\'s' | 'say "no"' | 'back\\\\slash' | 5 | null | true | ['a', { b: 1 }]`,
  ],
  [{ const: 'fixed' }, `'fixed'`],
  [{ type: 'array', items: { type: ['string', 'number'] } }, '(string | number)[]'],
  [{ type: 'array' }, 'unknown[]'],
  [
    { prefixItems: [{ type: 'string' }, { type: ['number', 'null'] }], items: false, minItems: 1 },
    '[string, (number | null)?]',
  ],
  [{ items: [{ type: 'string' }], additionalItems: { type: 'number' } }, '[string?, ...number[]]'],
  [{ type: 'object' }, 'Record<string, unknown>'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  [
    { type: 'object', properties: {}, unevaluatedProperties: { type: 'number' } },
    'Record<string, number>',
  ],
  [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
  [{ type: 'object', maxProperties: 0 }, 'Record<string, never>'],
  [
    {
      type: 'object',
      properties: {},
      anyOf: [{ required: ['a'] }, { type: 'object', maxProperties: 0 }],
    },
    '{\n  a: unknown\n} | Record<string, never>',
  ],
  [
    {
      type: 'object',
      properties: {},
      allOf: [{ type: 'object', properties: { a: { type: 'string' } } }],
    },
    '{\n  a?: string\n}',
  ],
  [
    {
      type: 'object',
      patternProperties: { '^x-': { type: 'string' } },
      additionalProperties: false,
    },
    'Record<string, string>',
  ],
  [{ anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'string' }] }, 'string | number'],
  [
    { allOf: [{ enum: ['a', 'b'] }, { type: ['string', 'null'] }] },
    `('a' | 'b') & (string | null)`,
  ],
  [
    {
      type: 'object',
      properties: { a: { type: 'string' }, 'b-c': { type: 'boolean' } },
      required: ['a', 'd'],
    },
    "{\n  a: string\n  'b-c'?: boolean\n  d: unknown\n}",
  ],
  [
    { properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } },
    '{\n  a?: string\n  [name: string]: unknown\n}',
  ],
  [{ type: 'no such type' }, 'unknown'],
  [{ $ref: 'https://elsewhere.example/schema' }, 'unknown'],
] as const)('says %j as %s', (schema, type) => {
  expect(typeOf(schema as Parameters<typeof toTypeScript>[0])).toBe(type)
})

test('gives each reference a name of its own, and a schema that contains itself one that does too', () => {
  const node = {
    type: 'object',
    properties: { next: { $ref: '#/$defs/node' }, label: { $ref: '#/definitions/node' } },
  }

  expect(
    toTypeScript(
      { $defs: { node }, definitions: { node: { type: 'string' } }, $ref: '#/$defs/node' },
      'A_',
    ),
  ).toEqual({
    type: 'A_Node',
    declarations: [
      { name: 'A_Node', type: '{\n  next?: A_Node\n  label?: A_Node2\n}' },
      { name: 'A_Node2', type: 'string' },
    ],
  })
})

test('keeps what a schema says for readers, and lets no text end a comment', () => {
  const type = typeOf({
    type: 'object',
    properties: {
      a: {
        type: 'string',
        description: 'First\r\nsecond */ third',
        default: '*/',
        deprecated: true,
      },
    },
  })

  expect(type).toBe(
    '{\n  /**\n   * First\n   * second *\\/ third\n   * @default "*\\/"\n   * @deprecated\n   */\n  a?: string\n}',
  )
})

test('comes to an end with whatever nests or refers too deeply', () => {
  let nested: Record<string, unknown> = { type: 'string' }
  for (let depth = 0; depth < 20_000; depth += 1) nested = { type: 'array', items: nested }
  expect(typeOf(nested)).toContain('unknown[]')

  const chain = Object.fromEntries(
    Array.from({ length: 5000 }, (_, index) => [
      `d${index}`,
      { type: 'array', items: { $ref: `#/$defs/d${index + 1}` } },
    ]),
  )
  expect(toTypeScript({ $defs: chain, $ref: '#/$defs/d0' }, 'A_').declarations).toHaveLength(5000)
})

test('a map of values that contain themselves is no circular type', () => {
  const json = {
    anyOf: [
      { type: 'string' },
      { type: 'array', items: { $ref: '#/$defs/json' } },
      { type: 'object', additionalProperties: { $ref: '#/$defs/json' } },
    ],
  }
  expect(toTypeScript({ $ref: '#/$defs/json', $defs: { json } }, 'A_')).toEqual({
    type: 'A_Json',
    declarations: [{ name: 'A_Json', type: 'string | A_Json[] | { [name: string]: A_Json }' }],
  })
})

test.each([
  ['itself', { a: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'string' }] } }],
  ['itself by another', { a: { $ref: '#/$defs/b' }, b: { oneOf: [{ $ref: '#/$defs/a' }, true] } }],
])('a schema that is nothing but %s accepts anything', (_what, $defs) => {
  expect(toTypeScript({ $ref: '#/$defs/a', $defs }, 'A_')).toEqual({
    type: 'unknown',
    declarations: [],
  })
})

test('a long chain of references ends', () => {
  const length = 3000
  const $defs = Object.fromEntries(
    Array.from({ length }, (_, at) => [`d${at}`, { $ref: `#/$defs/d${at + 1}` }]),
  )
  const { declarations } = toTypeScript({ $ref: '#/$defs/d0', $defs }, 'A_')
  expect(declarations.length).toBeLessThan(length)
})
