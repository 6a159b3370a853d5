import { expect, test } from 'vitest'
import { applyProfile, profileTool, type JsonSchema } from '../../../src/schema/index.ts'
import { verifies } from '../../requirements.ts'
import { breakRules, families } from './rules/index.ts'

test('gives the original as it is, in a copy of its own', () => {
  const original = {
    type: 'object',
    properties: { 'a b': { $ref: '#/components/schemas/x', nullable: true } },
  }

  const { schema, changes } = applyProfile(original, 'original')

  expect(schema).toEqual(original)
  expect(schema['properties']).not.toBe(original.properties)
  expect(changes).toEqual([])
})

test('calls properties what the family accepts, and gives their names back', () => {
  const original = {
    type: 'object',
    required: ['filter[id]'],
    additionalProperties: { type: 'string' },
    properties: {
      'filter[id]': { type: 'string' },
      '+1': { type: 'integer' },
      'größe.in.cm': { type: 'object', properties: { 'a b': { type: 'string' } } },
    },
  }

  expect(Object.keys(applyProfile(original, 'anthropic').schema['properties'] as object)).toEqual([
    'filter_x5b_id_x5d_',
    '_x2b_1',
    'gr_xf6__xdf_e.in.cm',
  ])
  const { schema, restore } = applyProfile(original, 'gemini')
  expect(schema['required']).toEqual(['filter_x5b_id_x5d_'])
  expect(
    restore({
      filter_x5b_id_x5d_: 'a',
      _x2b_1: 2,
      gr_xf6__xdf_e_x2e_in_x2e_cm: { a_x20_b: 'c' },
      more: 'd',
    }),
  ).toEqual({ 'filter[id]': 'a', '+1': 2, 'größe.in.cm': { 'a b': 'c' }, more: 'd' })
})

test('says to Gemini what it knows, and the rest in words', () => {
  const { schema, strict } = applyProfile(
    {
      type: 'object',
      properties: {
        state: { type: ['string', 'null'], enum: ['on', 'off', null], description: 'The state.' },
        pick: { oneOf: [{ const: 'a' }, { type: 'string', maxLength: 3 }] },
        tree: { $ref: '#/$defs/tree' },
      },
      $defs: {
        tree: {
          type: 'object',
          properties: { children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
        },
      },
    },
    'gemini',
  )

  expect(strict).toBe(false)
  expect(schema['properties']).toEqual({
    state: {
      description: 'The state.',
      anyOf: [{ type: 'string', enum: ['on', 'off'] }, { type: 'null' }],
    },
    pick: {
      anyOf: [
        { type: 'string', enum: ['a'] },
        { type: 'string', description: '(maxLength: 3)' },
      ],
    },
    tree: {
      type: 'object',
      properties: {
        children: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              children: {
                type: 'array',
                items: { type: 'object', description: 'More of the same, as deep as needed.' },
              },
            },
          },
        },
      },
    },
  })
})

test('gives Anthropic and OpenAI one draft, whatever the original mixes', () => {
  const original = {
    type: 'object',
    $schema: 'http://json-schema.org/draft-04/schema#',
    properties: {
      n: { type: 'number', minimum: 0, exclusiveMinimum: true, nullable: true, required: true },
      pair: { type: 'array', items: [{ type: 'string' }], additionalItems: false },
      list: { type: 'array' },
    },
  }

  for (const family of ['openai', 'anthropic'] as const)
    expect(applyProfile(original, family).schema).toEqual({
      type: 'object',
      properties: {
        n: { type: ['number', 'null'], exclusiveMinimum: 0 },
        pair: { type: 'array', prefixItems: [{ type: 'string' }], items: false },
        list: { type: 'array', items: {} },
      },
    })
})

test('says in the description which properties a root wants together', () => {
  const original = {
    type: 'object',
    properties: { id: { type: 'string' }, name: { type: 'string' } },
    anyOf: [{ required: ['id'] }, { required: ['name'] }],
  }

  for (const family of families) {
    const profiled = applyProfile(original, family)
    expect(breakRules(family, profiled)).toEqual([])
    expect(profiled.schema['description']).toBe(
      '(anyOf: [{"required":["id"]},{"required":["name"]}])',
    )
    expect(profiled.changes).toContainEqual(
      expect.objectContaining({ path: ['anyOf'], change: 'text', effect: 'wider' }),
    )
  }
})

test('one bad schema never hides another tool', () => {
  verifies('profiles.rules')
  const circle: Record<string, unknown> = { type: 'object', title: 'Circle' }
  circle['properties'] = { self: circle }
  const bad = [
    circle,
    null,
    'text',
    [],
    7,
    { type: 'object', default: 1n },
    { properties: { at: new Date(0) } },
  ]

  for (const family of families)
    for (const schema of bad) {
      const profiled = applyProfile(schema as JsonSchema, family)
      expect(breakRules(family, profiled)).toEqual([])
      expect(profiled).toMatchObject({
        strict: false,
        changes: [{ change: 'unreadable' }],
        schema: { type: 'object', additionalProperties: true },
      })
      expect(profiled.restore({ a: 1 })).toEqual({ a: 1 })
    }
  expect(applyProfile(circle, 'openai').schema['description']).toContain('"title":"Circle"')
})

test('never throws on arguments, however wrong, and never changes them', () => {
  const { restore } = applyProfile(
    {
      type: 'object',
      properties: { tags: { type: 'object', additionalProperties: { type: 'string' } } },
    },
    'openai-strict',
  )
  const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown

  for (const wrong of [null, 'text', 7, [], { tags: 'x' }, { tags: [{ key: 1 }] }, deep])
    expect(restore(wrong)).toEqual(wrong)
  const frozen = Object.freeze({ tags: Object.freeze([Object.freeze({ key: 'a', value: 'b' })]) })
  expect(restore(frozen)).toEqual({ tags: { a: 'b' } })
})

test('gives a tool the name and description of its family', () => {
  const tool = {
    slug: '2fa/enable',
    description: `${'x'.repeat(1016)}😀${'y'.repeat(10)}`,
    inputSchema: { type: 'object' },
  }

  expect(profileTool(tool, 'original')).toMatchObject({
    name: '2fa_x2f_enable',
    description: tool.description,
  })
  expect(profileTool(tool, 'gemini')).toMatchObject({
    name: '_x32_fa_x2f_enable',
    description: tool.description,
  })
  const { description, changes } = profileTool(tool, 'openai')
  expect(description).toBe(`${'x'.repeat(1016)}… [cut]`)
  expect(changes).toContainEqual(expect.objectContaining({ change: 'cut' }))
})
