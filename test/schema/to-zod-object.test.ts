import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { toZodObject } from '../../src/schema/index.ts'
import { verifies } from '../requirements.ts'

const issue = {
  type: 'object',
  title: 'Issue',
  required: ['title', 'author'],
  properties: {
    title: {
      type: 'string',
      description: 'One line',
      minLength: 2,
      maxLength: 3,
      examples: ['Hi'],
    },
    author: { $ref: '#/$defs/user' },
    labels: { type: 'array', items: { type: 'string' }, uniqueItems: true, maxItems: 5 },
    state: { enum: ['open', 'closed', null], default: 'open' },
    weight: { type: 'integer', minimum: 1, deprecated: true },
    due: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
    place: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false },
    fields: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    parent: { $ref: '#' },
  },
  $defs: {
    user: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, boss: { $ref: '#/$defs/user' } },
    },
  },
} as const

const valid = { title: '💩💩💩', author: { name: 'ada' } }

const pathsOf = (type: z.ZodType, value: unknown) =>
  type.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

describe('toZodObject', () => {
  it('is a tree of the kinds one expects, with notes', () => {
    verifies('zod.object.tree')
    const { shape } = toZodObject(issue)

    expect(shape.title).toBeInstanceOf(z.ZodString)
    expect(shape.title.meta()).toEqual({ description: 'One line', examples: ['Hi'] })
    expect(shape.title).toMatchObject({ description: 'One line', minLength: 2, maxLength: 3 })
    expect(
      Object.fromEntries(
        Object.entries(shape).map(([name, type]) => [
          name,
          type instanceof z.ZodOptional ? `${(type.unwrap() as z.ZodType).type}?` : type.type,
        ]),
      ),
    ).toEqual({
      title: 'string',
      author: 'object',
      labels: 'array?',
      state: 'nullable?',
      weight: 'number?',
      due: 'nullable?',
      place: 'tuple?',
      fields: 'record?',
      parent: 'object?',
    })
    expect(shape.labels.unwrap()).toMatchObject({ element: { type: 'string' } })
    expect(shape.state.unwrap()).toMatchObject({
      def: { innerType: { options: ['open', 'closed'] } },
    })
    expect(shape.weight.unwrap().meta()).toEqual({ deprecated: true })
    expect(toZodObject(issue).meta()).toEqual({ title: 'Issue' })
  })

  it('goes round where the schema does', () => {
    verifies('zod.object.tree')
    const { author, parent } = toZodObject(issue).shape
    const user = author as z.ZodType as z.ZodObject
    const boss = (user.shape['boss'] as z.ZodOptional<z.ZodObject>).unwrap()

    expect((boss.shape['boss'] as z.ZodOptional).unwrap()).toBeInstanceOf(z.ZodObject)
    expect(boss.safeParse({ name: 'eve', boss: { name: 1 } }).error?.issues[0]?.path).toEqual([
      'boss',
      'name',
    ])
    expect(parent.unwrap().safeParse({ ...valid, parent: valid }).success).toBe(true)
  })

  it('lists that hold themselves come to an end too', () => {
    const tree = toZodObject({
      type: 'object',
      properties: { list: { $ref: '#/$defs/list' } },
      $defs: {
        list: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/list' }, { type: 'integer' }] } },
      },
    })

    expect(
      tree.extend({ more: z.string() }).safeParse({ list: [1, [2, [3]]], more: '' }).success,
    ).toBe(true)
    expect(pathsOf(tree.partial(), { list: [1, [2, ['3']]] })).toEqual([
      'list.1.1.0 must be an array or an integer; got string',
    ])
  })

  it('judges as the schema does where zod would not', () => {
    verifies('zod.object.verdict')
    const tree = toZodObject(issue)

    expect(tree.parse(valid)).toBe(valid)
    expect(tree.shape.title.safeParse('💩💩💩💩').success).toBe(false)
    expect(tree.pick({ title: true }).safeParse({ title: '💩💩💩' }).success).toBe(true)
    expect(tree.partial().safeParse({ labels: ['a', 'a'] }).success).toBe(false)
    expect(
      toZodObject({ type: 'object', properties: { constructor: { type: 'string' } } })
        .extend({ more: z.string() })
        .safeParse({ more: '' }).success,
    ).toBe(true)
    expect(pathsOf(tree, { title: 'Door', author: {} })).toEqual([
      expect.stringContaining('title must have at most 3 characters'),
      'author.name is required',
    ])
    expect(pathsOf(tree.extend({ more: z.string() }), { author: {}, more: '' })).toEqual([
      'title is required',
      'author.name is required',
    ])
  })

  it('keeps what is unknown and fills nothing in, whatever was made of it', () => {
    verifies('zod.object.verdict')
    const value = { ...valid, 'x-more': { kept: [1] } }

    expect(toZodObject(issue).parse(value)).toBe(value)
    expect(toZodObject(issue).partial().parse(value)).toEqual(value)
    expect(toZodObject(issue).extend({ more: z.string().optional() }).parse(value)).toEqual(value)
  })

  it('keeps what is said across properties when properties are added, and leaves it out when one is gone', () => {
    verifies('zod.object.changed')
    const tree = toZodObject({
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string' } },
      anyOf: [{ required: ['id'] }, { required: ['name'] }],
    })
    const extended = tree.extend({ count: z.number() })

    expect(tree.safeParse({}).success).toBe(false)
    expect(extended.safeParse({ count: 1 }).success).toBe(false)
    expect(extended.safeParse({ count: 1, id: 'a' }).success).toBe(true)
    expect(extended.safeParse({ count: '1', id: 'a' }).success).toBe(false)
    expect(tree.strict().safeParse({ other: 1 }).success).toBe(false)
    expect(tree.strict().safeParse({ id: 'a', other: 1 }).success).toBe(false)
    expect(tree.pick({ id: true }).safeParse({}).success).toBe(true)
    expect(tree.partial().safeParse({}).success).toBe(true)
    expect(tree.required().safeParse({ id: 'a' }).success).toBe(false)
    expect(tree.extend({ id: z.number() }).safeParse({ id: 1 }).success).toBe(true)
  })

  it('knows further properties: closed, of a type, or of any', () => {
    verifies('zod.object.changed')
    const object = (additionalProperties: unknown) =>
      toZodObject({
        type: 'object',
        properties: { a: { type: 'string' } },
        additionalProperties,
      }).extend({ b: z.number() })

    expect(object(false).safeParse({ a: '', b: 1 }).success).toBe(true)
    expect(object(false).safeParse({ b: 1, c: 1 }).success).toBe(false)
    expect(object({ type: 'integer' }).omit({ a: true }).safeParse({ b: 1, c: 1 }).success).toBe(
      true,
    )
    expect(object({ type: 'integer' }).omit({ a: true }).safeParse({ b: 1, c: 'x' }).success).toBe(
      false,
    )
    expect(object(true).safeParse({ b: 1, c: 'x' }).success).toBe(true)
    expect(object(false).loose().safeParse({ b: 1, c: 'x' }).success).toBe(true)
  })

  it('joins the properties of all that the schema is made of', () => {
    const tree = toZodObject({
      allOf: [
        { $ref: '#/$defs/named' },
        { type: 'object', properties: { name: { maxLength: 3 }, age: { type: 'integer' } } },
      ],
      $defs: {
        named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      },
    })

    expect(Object.keys(tree.shape)).toEqual(['name', 'age'])
    expect(tree.omit({ age: true }).safeParse({ name: 'adam' }).success).toBe(false)
    expect(tree.omit({ age: true }).safeParse({ name: 1 }).success).toBe(false)
    expect(tree.omit({ age: true }).safeParse({ name: 'ada', age: 'x' }).success).toBe(true)
  })

  it('says its JSON Schema: the original, and what was made of it', () => {
    verifies('zod.object.json-schema')
    const tree = toZodObject(issue)

    expect(JSON.stringify(z.toJSONSchema(tree))).toBe(JSON.stringify(issue))
    expect(JSON.stringify(z.toJSONSchema(tree.describe('Again')))).toBe(
      JSON.stringify({ ...issue, description: 'Again' }),
    )
    expect(
      z.toJSONSchema(
        tree.pick({ title: true, author: true }).extend({ count: z.int32().optional() }),
      ),
    ).toEqual({
      type: 'object',
      title: 'Issue',
      required: ['title', 'author'],
      $defs: issue.$defs,
      properties: {
        title: issue.properties.title,
        author: issue.properties.author,
        count: { type: 'integer', minimum: -2147483648, maximum: 2147483647 },
      },
    })
    expect(z.toJSONSchema(tree.shape.author)).toEqual({ $ref: '#/$defs/user', $defs: issue.$defs })
    expect(z.toJSONSchema((tree.shape.title as z.ZodString).min(3))).toEqual({
      ...issue.properties.title,
      minLength: 3,
    })
    expect(z.toJSONSchema(tree.strict())).toMatchObject({
      additionalProperties: false,
      properties: issue.properties,
    })
  })

  it('leaves out of the JSON Schema what no longer counts', () => {
    verifies('zod.object.json-schema')
    const schema = {
      type: 'object',
      properties: { id: { type: 'string' } },
      minProperties: 1,
      additionalProperties: { type: 'integer' },
    }

    expect(z.toJSONSchema(toZodObject(schema).partial())).toEqual({
      type: 'object',
      properties: { id: { type: 'string' } },
      additionalProperties: { type: 'integer' },
    })
    expect(z.toJSONSchema(toZodObject(schema).extend({ id: z.number() }).loose())).toEqual({
      type: 'object',
      properties: { id: { type: 'number' } },
      required: ['id'],
      additionalProperties: {},
    })
  })

  it('compiles nothing and makes no properties before they are asked for', () => {
    verifies('zod.lazy')
    const schema = {
      type: 'object',
      properties: {
        get later(): unknown {
          throw new Error('read too early')
        },
      },
    }

    expect(() => toZodObject(schema)).not.toThrow()
    expect(() => toZodObject(schema).shape).toThrow('read too early')
  })

  it('refuses what can be no object', () => {
    expect(() => toZodObject({ type: ['string', 'null'] })).toThrow(
      'A schema of type string or null describes no object; use toZod for it',
    )
    expect(toZodObject({}).shape).toEqual({})
    expect(toZodObject({ type: ['object', 'null'] }).safeParse(null).success).toBe(true)
  })
})
