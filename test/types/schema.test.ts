import { expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { toZod, toZodObject, type JsonSchema, type ShapeOf } from '../../src/schema/index.ts'

// The type checker is what fails here; running the file proves nothing more.

test('toZod infers an object of anything', () => {
  expectTypeOf(toZod).parameter(0).toEqualTypeOf<JsonSchema>()
  expectTypeOf<z.infer<ReturnType<typeof toZod>>>().toEqualTypeOf<Record<string, unknown>>()
  expectTypeOf(toZod).toBeCallableWith(
    { type: 'object' },
    { draft: '2020-12', remotes: { 'https://example.com/name': true } },
  )
  // @ts-expect-error no such draft
  expectTypeOf(toZod).toBeCallableWith({}, { draft: 'draft-03' })
})

test('toZodObject knows the names of a schema that is written out', () => {
  const tree = toZodObject({
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string' }, labels: { type: 'array' } },
  })

  expectTypeOf(tree.shape).toEqualTypeOf<{ title: z.ZodType; labels: z.ZodOptional<z.ZodType> }>()
  expectTypeOf<z.infer<typeof tree>>().toExtend<{ title: unknown; labels?: unknown }>()
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
