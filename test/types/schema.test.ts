import { expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import {
  toZod,
  toZodObject,
  type FromSchema,
  type JsonSchema,
  type ShapeOf,
  type TypedSchema,
  type ZodObjectOf,
} from '../../src/schema/index.ts'

// The type checker is what fails here; running the file proves nothing more.

test('toZod infers an object of anything', () => {
  const read = (schema: JsonSchema) =>
    toZod(schema, { draft: '2020-12', remotes: { 'https://example.com/name': true } }).parse({})
  expectTypeOf(read).returns.toEqualTypeOf<Record<string, unknown>>()
  const wide = { type: 'object', properties: { a: { type: 'string' } } }
  expectTypeOf(toZod(wide)).toEqualTypeOf<z.ZodType<Record<string, unknown>>>()
  // @ts-expect-error no such draft
  const refused = () => toZod({}, { draft: 'draft-03' })
  expectTypeOf(refused).toBeFunction()
})

test('toZodObject knows the names of a schema that is written out', () => {
  const tree = toZodObject({
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string' }, labels: { type: 'array' } },
  })

  expectTypeOf(tree.shape).toEqualTypeOf<{
    title: z.ZodType<string>
    labels: z.ZodOptional<z.ZodType<unknown[]>>
  }>()
  expectTypeOf<z.infer<typeof tree>>().toExtend<{ title: string; labels?: unknown[] | undefined }>()
  expectTypeOf(
    tree.pick({ title: true }).extend({ count: z.number() }).parse({ title: 'a', count: 1 }),
  ).toExtend<{ title: unknown; count: number }>()
  expectTypeOf(tree.keyof().options).toEqualTypeOf<('title' | 'labels')[]>()
  // @ts-expect-error no such property
  expectTypeOf(() => tree.pick({ body: true })).toBeFunction()
})

test('and takes any name where the schema came from elsewhere', () => {
  expectTypeOf<ShapeOf<Record<string, unknown>>>().toEqualTypeOf<
    Readonly<Record<string, z.ZodType>>
  >()
  const tree = toZodObject({ properties: { anything: {} } } as Record<string, unknown>)

  expectTypeOf(tree.pick({ anything: true }).parse({})).toExtend<Record<string, unknown>>()
  expectTypeOf(tree.shape['anything']).toEqualTypeOf<z.ZodType | undefined>()
})

test('a schema that is written out says the type of its values', () => {
  const issue = toZod({
    type: 'object',
    required: ['title', 'state'],
    properties: {
      title: { type: 'string' },
      state: { enum: ['open', 'closed'] },
      labels: { type: 'array', items: { type: ['string', 'null'] } },
      assignee: { $ref: '#/$defs/user' },
      size: { anyOf: [{ type: 'integer' }, { const: 'large' }] },
      note: { type: 'string', nullable: true },
    },
    $defs: { user: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } },
  })
  expectTypeOf<z.infer<typeof issue>>().branded.toEqualTypeOf<{
    title: string
    state: 'open' | 'closed'
    labels?: (string | null)[]
    assignee?: { id: number }
    size?: number | 'large'
    note?: string | null
  }>()
  // @ts-expect-error a label is a string
  issue.parse({ title: '', state: 'open' }) satisfies { labels?: number[] }

  expectTypeOf<FromSchema<{ type: 'integer' }>>().toEqualTypeOf<number>()
  expectTypeOf<FromSchema<{ type: 'integer'; format: 'int64' }>>().toEqualTypeOf<number | string>()
  expectTypeOf<
    FromSchema<{ type: 'object'; additionalProperties: { type: 'boolean' } }>
  >().toEqualTypeOf<Record<string, boolean>>()
  expectTypeOf<FromSchema<{ type: 'object'; additionalProperties: false }>>().toEqualTypeOf<
    Record<string, never>
  >()
  expectTypeOf<FromSchema<{ readonly type: readonly ['string', 'null'] }>>().toEqualTypeOf<
    string | null
  >()
  expectTypeOf<FromSchema<true>>().toEqualTypeOf<unknown>()
  expectTypeOf<FromSchema<false>>().toEqualTypeOf<never>()
  expectTypeOf<FromSchema<{ $ref: '#/$defs/nothing' }>>().toEqualTypeOf<unknown>()
  expectTypeOf<FromSchema<{ allOf: [{ required: ['a'] }, { required: ['b'] }] }>>().toExtend<{
    a: unknown
    b: unknown
  }>()
})

test('a recursive schema ends, and one that nests deeply', () => {
  type Node = FromSchema<{
    type: 'object'
    required: ['value']
    properties: {
      value: { type: 'string' }
      left: { $ref: '#' }
      right: { $ref: '#' }
      others: { type: 'array'; items: { $ref: '#' } }
    }
  }>
  const read = (node: Node) => node.left?.right?.others?.[0]
  expectTypeOf(read).toBeFunction()
  expectTypeOf<NonNullable<NonNullable<Node['left']>['right']>['value']>().toEqualTypeOf<string>()
  expectTypeOf<Nest<20>>().toEqualTypeOf<unknown>()
})

type Nest<Count extends number> = DeepItem<FromSchema<DeepList<Count>>, 15>
type DeepList<Count extends number, Counted extends 1[] = []> = Counted['length'] extends Count
  ? { type: 'string' }
  : { type: 'array'; items: DeepList<Count, [...Counted, 1]> }
type DeepItem<
  List,
  Count extends number,
  Counted extends 1[] = [],
> = Counted['length'] extends Count
  ? List extends (infer Item)[]
    ? Item
    : 'no list'
  : List extends (infer Item)[]
    ? DeepItem<Item, Count, [...Counted, 1]>
    : 'no list'

test('a schema whose type is given has it', () => {
  const object = toZodObject<TypedSchema<{ title: string; labels?: string[] }>>({ type: 'object' })
  expectTypeOf(object).toEqualTypeOf<ZodObjectOf<{ title: string; labels?: string[] }>>()
  expectTypeOf<z.infer<typeof object>>().toEqualTypeOf<{
    title: string
    labels?: string[] | undefined
  }>()
  expectTypeOf(object.extend({ dryRun: z.boolean() }).parse({ dryRun: true })).toEqualTypeOf<{
    title: string
    labels?: string[] | undefined
    dryRun: boolean
  }>()
  const either = toZod<TypedSchema<{ a: string } | { b: number }>>({ type: 'object' })
  expectTypeOf(either).toEqualTypeOf<z.ZodType<{ a: string } | { b: number }>>()
  // @ts-expect-error no such property
  expectTypeOf(() => object.pick({ body: true })).toBeFunction()
})
