import { expect, test } from 'vitest'
import { applyProfile, compileSchema } from '../../../src/schema/index.ts'
import { verifies } from '../../requirements.ts'
import { breakRules } from './rules/index.ts'

const strictly = (schema: Record<string, unknown>) => {
  const profiled = applyProfile(schema, 'openai-strict')
  expect(breakRules('openai-strict', profiled)).toEqual([])
  return {
    ...profiled,
    accepts: (value: unknown) => compileSchema(profiled.schema).validate(value).ok,
  }
}

test('requires optional properties, and takes their nulls out again', () => {
  verifies('profiles.strict')
  const original = {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string' },
      labels: { type: 'array', items: { type: 'string' } },
      state: { enum: ['open', 'closed'] },
    },
  }

  const { schema, strict, restore, changes } = strictly(original)

  expect(strict).toBe(true)
  expect(schema).toEqual({
    type: 'object',
    properties: {
      title: { type: 'string' },
      labels: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
      state: { type: ['string', 'null'], enum: ['open', 'closed', null] },
    },
    required: ['title', 'labels', 'state'],
    additionalProperties: false,
  })
  expect(restore({ title: 'Door', labels: null, state: null })).toEqual({ title: 'Door' })
  expect(changes).toContainEqual({
    path: ['properties', 'state'],
    change: 'nullable',
    effect: 'same',
    detail: 'Optional: became required, and null omits it',
  })
})

test('tells leaving a property out from setting it to null', () => {
  const { restore, accepts } = strictly({
    type: 'object',
    properties: { assignee: { type: ['string', 'null'] } },
  })

  expect(accepts({ assignee: { is_null: true } })).toBe(true)
  expect(restore({ assignee: { is_null: true } })).toEqual({ assignee: null })
  expect(restore({ assignee: null })).toEqual({})
  expect(restore({ assignee: 'ada' })).toEqual({ assignee: 'ada' })
})

test('keeps the null of a required property, and needs no more than null where null is the default', () => {
  const { schema, restore } = strictly({
    type: 'object',
    required: ['due'],
    properties: {
      due: { type: ['string', 'null'] },
      note: { type: 'string', nullable: true, default: null },
    },
  })

  expect(schema['properties']).toMatchObject({
    due: { type: ['string', 'null'] },
    note: { type: ['string', 'null'] },
  })
  expect(restore({ due: null, note: null })).toEqual({ due: null })
})

test('gives maps as lists of pairs, and their values their own form', () => {
  const { restore, accepts } = strictly({
    type: 'object',
    required: ['labels', 'people', 'free'],
    properties: {
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      people: {
        type: 'object',
        properties: { owner: { type: 'string' } },
        required: ['owner'],
        additionalProperties: { type: 'object', properties: { age: { type: 'integer' } } },
      },
      free: { type: 'object' },
    },
  })
  const answer = {
    labels: [
      { key: 'color', value: 'red' },
      { key: '__proto__', value: 'x' },
    ],
    people: { owner: 'ada', additional_properties: [{ key: 'bob', value: { age: null } }] },
    free: [
      { key: 'deep', value: { entries: [{ key: 'list', value: [1, null, { entries: [] }] }] } },
    ],
  }

  expect(accepts(answer)).toBe(true)
  expect(restore(answer)).toEqual({
    labels: JSON.parse('{"color":"red","__proto__":"x"}'),
    people: { owner: 'ada', bob: {} },
    free: { deep: { list: [1, null, {}] } },
  })
})

test('leads the values of a union back by the alternative they were made for', () => {
  const { schema, restore } = strictly({
    type: 'object',
    required: ['target'],
    properties: {
      target: {
        oneOf: [
          {
            type: 'object',
            required: ['kind'],
            properties: { kind: { const: 'user' }, name: { type: 'string' } },
          },
          {
            type: 'object',
            required: ['kind', 'name'],
            properties: { kind: { const: 'team' }, name: { type: ['string', 'null'] } },
          },
        ],
      },
    },
  })

  expect(JSON.stringify(schema)).not.toContain('option_')
  expect(restore({ target: { kind: 'user', name: null } })).toEqual({ target: { kind: 'user' } })
  expect(restore({ target: { kind: 'team', name: null } })).toEqual({
    target: { kind: 'team', name: null },
  })
})

test('names alternatives that could be mistaken for each other', () => {
  const { restore, accepts } = strictly({
    type: 'object',
    required: ['x'],
    properties: {
      x: {
        anyOf: [
          { type: 'object', properties: { a: { type: 'string' } } },
          { type: 'object', required: ['a'], properties: { a: { type: ['string', 'null'] } } },
        ],
      },
    },
  })

  expect(accepts({ x: { option_2: { a: null } } })).toBe(true)
  expect(restore({ x: { option_1: { a: null } } })).toEqual({ x: {} })
  expect(restore({ x: { option_2: { a: null } } })).toEqual({ x: { a: null } })
})

test('wraps a root that is a union', () => {
  const { schema, restore } = strictly({
    anyOf: [
      { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      { type: 'object', properties: { name: { type: 'string' } } },
    ],
  })

  expect(schema['required']).toEqual(['arguments'])
  expect(restore({ arguments: { name: null } })).toEqual({})
})

test('keeps recursion, by definitions', () => {
  const { schema, restore } = strictly({
    $ref: '#/definitions/Node',
    definitions: {
      Node: {
        type: 'object',
        properties: { value: { type: 'integer' }, next: { $ref: '#/definitions/Node' } },
      },
    },
  })

  expect(Object.keys(schema['$defs'] as object)).toEqual(['Node'])
  expect(restore({ value: 1, next: { value: 2, next: { value: null, next: null } } })).toEqual({
    value: 1,
    next: { value: 2, next: {} },
  })
})

test('merges `allOf` where that is exact, and moves keywords it does not know into the description', () => {
  const { schema, changes } = strictly({
    type: 'object',
    required: ['size'],
    properties: {
      size: {
        description: 'Its size.',
        allOf: [
          { type: 'number', minimum: 1 },
          { type: 'integer', maximum: 9, default: 3 },
        ],
      },
      code: { type: 'string', minLength: 2, format: 'phone' },
    },
  })

  expect(schema['properties']).toEqual({
    size: { type: 'integer', minimum: 1, maximum: 9, description: 'Its size. (default: 3)' },
    code: { type: ['string', 'null'], description: '(minLength: 2; format: "phone")' },
  })
  expect(changes.filter(({ effect }) => effect === 'wider').map(({ path }) => path)).toEqual([
    ['properties', 'code', 'minLength'],
    ['properties', 'code', 'format'],
  ])
})

test.each([
  [
    'levels',
    Array.from({ length: 11 }).reduce<Record<string, unknown>>(
      (inner) => ({ type: 'object', properties: { inner } }),
      { type: 'string' },
    ),
  ],
  [
    'properties',
    {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 5001 }, (_, index) => [`p${index}`, { type: 'string' }]),
      ),
    },
  ],
  [
    'enum values',
    {
      type: 'object',
      properties: { x: { enum: Array.from({ length: 1001 }, (_, index) => index) } },
    },
  ],
  [
    'allOf',
    {
      type: 'object',
      properties: { x: { allOf: [{ type: 'string', pattern: 'a' }, { pattern: 'b' }] } },
    },
  ],
])('is not strict, and says why, beyond what can be said: %s', (reason, original) => {
  const { schema, strict, changes } = applyProfile(original, 'openai-strict')

  expect(strict).toBe(false)
  expect(changes).toContainEqual(
    expect.objectContaining({
      change: 'not-strict',
      detail: expect.stringContaining(reason) as string,
    }),
  )
  expect(schema).toEqual(applyProfile(original, 'openai').schema)
})
