import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { fromZod } from '../../src/schema/from-zod.ts'
import { compileSchema, describeIssues, toZod, toZodObject } from '../../src/schema/index.ts'
import { verifies } from '../requirements.ts'

const schema = {
  type: 'object',
  required: ['repository'],
  properties: {
    repository: { type: 'string' },
    labels: { type: 'array', items: { type: 'string' } },
    state: { default: 'open' },
  },
}

describe('toZod', () => {
  it('accepts what the schema accepts, and gives it back untouched', () => {
    verifies('zod.original')
    const value = { repository: 'a/b', unknown: { kept: true } }
    const parsed = toZod(schema).parse(value)

    expect(parsed).toBe(value)
    expect(parsed).toEqual({ repository: 'a/b', unknown: { kept: true } })
    expectTypeOf(parsed).toEqualTypeOf<Record<string, unknown>>()
  })

  it('takes integers as texts that no number holds exactly', () => {
    verifies('arguments.exact')
    const orders = {
      type: 'object',
      properties: {
        id: { type: 'integer', format: 'int64', minimum: 1 },
        ids: { type: 'array', items: { type: 'integer', format: 'uint64' } },
      },
    }
    const id = '9007199254740993'
    for (const type of [toZod(orders), toZodObject(orders), toZodObject(orders).partial()]) {
      const accepts = (value: unknown) => type.safeParse(value).success

      expect(accepts({ id, ids: Array(250).fill('18446744073709551615') })).toBe(true)
      expect(type.parse({ id })).toEqual({ id })
      for (const wrong of ['12', `-${id}`, `0${id}`, `${id}.0`, `${id}e1`, '1'.repeat(40)])
        expect(accepts({ id: wrong })).toBe(false)
      expect(accepts({ id, ids: [id, 'x'] })).toBe(false)
      // The function is none of the schema's, nor can it be copied.
      expect(accepts({ id, other: () => id })).toBe(true)
    }
    expect(z.toJSONSchema(toZodObject(orders))).toEqual(orders)
    expect(z.toJSONSchema(toZod(orders))).toEqual(orders)
  })

  it('turns issues into zod issues', () => {
    const wrapped = z.object({ arguments: toZod(schema) })

    expect(wrapped.safeParse({ arguments: { labels: [1] } }).error?.issues).toMatchObject([
      {
        code: 'invalid_type',
        path: ['arguments', 'repository'],
        message: 'is required',
        params: { keyword: 'required' },
      },
      {
        code: 'invalid_type',
        expected: 'string',
        path: ['arguments', 'labels', 0],
        message: 'must be a string; got number',
      },
    ])
  })

  it.each<[Record<string, unknown>, unknown, Record<string, unknown>]>([
    [{ type: 'integer' }, 'a', { code: 'invalid_type', expected: 'int' }],
    [{ type: ['string', 'null'] }, 1, { code: 'invalid_type', expected: 'string' }],
    [{ type: ['string', 'object'] }, 1, { code: 'invalid_union' }],
    [{ enum: ['a', 'b'] }, 'c', { code: 'invalid_value', values: ['a', 'b'] }],
    [{ const: 5 }, 6, { code: 'invalid_value', values: [5] }],
    [{ enum: [['a']] }, 'c', { code: 'custom' }],
    [{ minLength: 2 }, 'a', { code: 'too_small', origin: 'string', minimum: 2, inclusive: true }],
    [{ maxLength: 2 }, 'abc', { code: 'too_big', origin: 'string', maximum: 2, inclusive: true }],
    [{ minItems: 1 }, [], { code: 'too_small', origin: 'array', minimum: 1 }],
    [{ maxItems: 0 }, [1], { code: 'too_big', origin: 'array', maximum: 0 }],
    [{ minProperties: 1 }, {}, { code: 'too_small', origin: 'object', minimum: 1 }],
    [{ maxProperties: 0 }, { a: 1 }, { code: 'too_big', origin: 'object', maximum: 0 }],
    [{ minimum: 2 }, 1, { code: 'too_small', origin: 'number', minimum: 2, inclusive: true }],
    [{ maximum: 2 }, 3, { code: 'too_big', origin: 'number', maximum: 2, inclusive: true }],
    [{ exclusiveMinimum: 2 }, 2, { code: 'too_small', minimum: 2, inclusive: false }],
    [{ exclusiveMaximum: 2 }, 2, { code: 'too_big', maximum: 2, inclusive: false }],
    [{ multipleOf: 2 }, 3, { code: 'not_multiple_of', divisor: 2 }],
    [{ pattern: '^a$' }, 'b', { code: 'invalid_format', format: 'regex', pattern: '^a$' }],
    [{ format: 'email' }, 'b', { code: 'invalid_format', format: 'email' }],
    [{ format: 'date-time' }, 'b', { code: 'invalid_format', format: 'datetime' }],
    [{ additionalProperties: false }, { b: 1 }, { code: 'unrecognized_keys', keys: ['b'] }],
    [{ propertyNames: { maxLength: 1 } }, { bb: 1 }, { code: 'invalid_key', origin: 'record' }],
    [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, { code: 'invalid_union' }],
    [{ contains: { const: 1 } }, [2], { code: 'too_small', origin: 'array', minimum: 1 }],
    [{ uniqueItems: true }, [1, 1], { code: 'custom' }],
    [{ not: { const: 1 } }, 1, { code: 'custom' }],
    [false, 1, { code: 'invalid_type', expected: 'never' }],
    [
      { anyOf: [{ enum: ['a'] }, { enum: ['b'] }] },
      'c',
      { code: 'invalid_value', values: ['a', 'b'] },
    ],
  ] as [Record<string, unknown>, unknown, Record<string, unknown>][])(
    'gives the issue of %j for %j the code of its kind',
    (given, value, expected) => {
      verifies('zod.codes')
      const [issue] = toZod(given).safeParse(value).error?.issues ?? []

      expect(issue).toMatchObject(expected)
      const checked = compileSchema(given).validate(value)
      expect([issue?.message]).toEqual(checked.ok || checked.issues.map(({ message }) => message))
    },
  )

  it.each<[string, Record<string, unknown>]>([
    ['a plain object', schema],
    [
      'what zod would rewrite',
      { anyOf: [{ type: 'string' }, { type: 'null' }], examples: ['a'], default: null },
    ],
    ['a root with an id', { id: 'https://example.com/tool', type: 'object' }],
    [
      'its own draft',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        items: [{ type: 'string' }],
        definitions: { a: {} },
      },
    ],
    [
      'recursion',
      { $ref: '#/$defs/a', $defs: { a: { properties: { a: { $ref: '#/$defs/a' } } } } },
    ],
    [
      'strange names',
      JSON.parse('{"properties": {"__proto__": {"type": "string"}, "toJSON": {}, "$ref": {}}}'),
    ],
  ])('gives the original back through zod: %s', (_, original) => {
    const converted = z.toJSONSchema(toZod(original))

    expect(JSON.stringify(converted)).toBe(JSON.stringify(original))
    expect(
      JSON.stringify(z.toJSONSchema(toZod(original), { io: 'input', target: 'draft-07' })),
    ).toBe(JSON.stringify(original))
    expect(JSON.stringify(toZod(original).toJSONSchema())).toBe(JSON.stringify(original))
  })

  it('gives a fresh copy each time', () => {
    verifies('zod.original')
    const definition = toZod(schema)
    const first = z.toJSONSchema(definition)
    delete first.properties

    expect(z.toJSONSchema(definition)).toEqual(schema)
    expect(schema.properties).toBeDefined()
  })

  it('says boolean schemas as objects', () => {
    expect(z.toJSONSchema(toZod(true))).toEqual({})
    expect(z.toJSONSchema(toZod(false))).toEqual({ not: {} })
    expect(toZod(false).safeParse({}).success).toBe(false)
  })

  it('stays itself when described, refined and nested', () => {
    const described = toZod(schema)
      .describe('A repository')
      .refine(({ repository }) => repository !== 'x/x')
      .meta({ title: 'Repository' })

    expect(z.toJSONSchema(described)).toEqual({
      ...schema,
      title: 'Repository',
      description: 'A repository',
    })
    expect(described.safeParse({}).success).toBe(false)
    expect(described.safeParse({ repository: 'x/x' }).success).toBe(false)
    expect(described.safeParse({ repository: 'a/b' }).success).toBe(true)
    expect(z.toJSONSchema(z.object({ a: toZod(schema).optional() }))).toMatchObject({
      properties: { a: schema },
    })
  })

  it('is no ZodObject, and goes back through fromZod', () => {
    expect(toZod(schema)).not.toBeInstanceOf(z.ZodObject)
    expect(fromZod(toZod(schema))).toEqual(schema)
  })

  it('compiles nothing when made', () => {
    const lazy = {
      get type(): string {
        throw new Error('read too early')
      },
    }

    expect(() => toZod(lazy)).not.toThrow()
  })

  it('validates by the draft and the documents given', () => {
    const remotes = { 'https://example.com/name': { type: 'string' } }
    const named = toZod(
      { properties: { name: { $ref: 'https://example.com/name' } } },
      { draft: '2020-12', remotes },
    )

    const { error } = named.safeParse({ name: 1 })
    expect(error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: ['name'], message: 'must be a string; got number' },
    ])
    expect(
      describeIssues([
        { path: ['name'], keyword: 'type', message: error?.issues[0]?.message ?? '' },
      ]),
    ).toEqual(['`name` must be a string; got number'])
  })
})
