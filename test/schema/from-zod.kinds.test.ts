import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { z as z3, ZodFirstPartyTypeKind } from 'zod/v3'
import { fromZod } from '../../src/schema/from-zod.ts'
import { verifies } from '../requirements.ts'

/** What a kind becomes: a JSON Schema, `anything` where that is what it means, or an error. */
type Expected = Record<string, unknown> | 'anything' | 'an error'

type Kinds<Name extends string> = Record<Name, [schema: unknown, expected: Expected][]>

const text = { type: 'string' }
const nothing = { not: {} }

// Both tables name every kind there is, so that the compiler asks about a new one.
const kindsOf3: Kinds<keyof typeof ZodFirstPartyTypeKind> = {
  ZodString: [[z3.string(), text]],
  ZodNumber: [[z3.number().int(), { type: 'integer' }]],
  ZodNaN: [[z3.nan(), nothing]],
  ZodBigInt: [
    [z3.bigint(), 'an error'],
    [z3.coerce.bigint(), { type: 'integer' }],
  ],
  ZodBoolean: [[z3.boolean(), { type: 'boolean' }]],
  ZodDate: [
    [z3.date(), 'an error'],
    [z3.coerce.date(), { type: 'string', format: 'date-time' }],
  ],
  ZodSymbol: [[z3.symbol(), 'an error']],
  ZodUndefined: [[z3.undefined(), nothing]],
  ZodNull: [[z3.null(), { type: 'null' }]],
  ZodAny: [[z3.any(), 'anything']],
  ZodUnknown: [[z3.unknown(), 'anything']],
  ZodNever: [[z3.never(), nothing]],
  ZodVoid: [[z3.void(), 'an error']],
  ZodArray: [[z3.array(z3.string()), { type: 'array', items: text }]],
  ZodObject: [
    [
      z3.object({ a: z3.string() }),
      { type: 'object', properties: { a: text }, required: ['a'], additionalProperties: true },
    ],
    [z3.object({}).strict(), { additionalProperties: false }],
  ],
  ZodUnion: [[z3.union([z3.string(), z3.number()]), { type: ['string', 'number'] }]],
  ZodDiscriminatedUnion: [
    [
      z3.discriminatedUnion('k', [z3.object({ k: z3.literal('a') })]),
      { anyOf: [{ properties: { k: { const: 'a' } } }] },
    ],
  ],
  ZodIntersection: [[z3.string().and(z3.string()), { allOf: [text, text] }]],
  ZodTuple: [[z3.tuple([z3.string()]), { type: 'array', items: [text], maxItems: 1 }]],
  ZodRecord: [[z3.record(z3.string()), { type: 'object', additionalProperties: text }]],
  ZodMap: [[z3.map(z3.string(), z3.string()), 'an error']],
  ZodSet: [[z3.set(z3.string()), 'an error']],
  ZodFunction: [[z3.function(), 'an error']],
  ZodLazy: [[z3.lazy(() => z3.string()), text]],
  ZodLiteral: [
    [z3.literal('a'), { const: 'a' }],
    [z3.literal(null), { type: 'null' }],
    [z3.literal(undefined), 'an error'],
    [z3.literal(1n), 'an error'],
  ],
  ZodEnum: [[z3.enum(['a']), { enum: ['a'] }]],
  ZodEffects: [
    [z3.string().transform(Number), text],
    [z3.string().refine(Boolean), text],
    [z3.preprocess(String, z3.string()), text],
    [z3.any().transform(String), 'anything'],
    [z3.instanceof(Date), 'an error'],
    [z3.custom<string>(() => true), 'an error'],
  ],
  ZodNativeEnum: [[z3.nativeEnum({ A: 'a' } as const), { enum: ['a'] }]],
  ZodOptional: [[z3.string().optional(), { anyOf: [nothing, text] }]],
  ZodNullable: [[z3.string().nullable(), { type: ['string', 'null'] }]],
  ZodDefault: [[z3.string().default('a'), { ...text, default: 'a' }]],
  ZodCatch: [[z3.string().catch('a'), text]],
  ZodPromise: [[z3.promise(z3.string()), text]],
  ZodBranded: [[z3.string().brand('a'), text]],
  ZodPipeline: [[z3.string().pipe(z3.string().min(1)), text]],
  ZodReadonly: [[z3.string().readonly(), text]],
}

const kindsOf4: Kinds<Exclude<z.core.$ZodTypeDef['type'], 'int'>> = {
  string: [
    [z.string(), text],
    [z.email(), { format: 'email' }],
  ],
  number: [
    [z.number(), { type: 'number' }],
    [z.int(), { type: 'integer' }],
  ],
  boolean: [[z.boolean(), { type: 'boolean' }]],
  bigint: [[z.bigint(), 'an error']],
  symbol: [[z.symbol(), 'an error']],
  null: [[z.null(), { type: 'null' }]],
  undefined: [[z.undefined(), 'an error']],
  void: [[z.void(), 'an error']],
  never: [[z.never(), nothing]],
  any: [[z.any(), 'anything']],
  unknown: [[z.unknown(), 'anything']],
  date: [
    [z.date(), 'an error'],
    [z.coerce.date(), 'an error'],
  ],
  object: [
    [z.object({ a: z.string() }), { type: 'object', properties: { a: text }, required: ['a'] }],
  ],
  record: [[z.record(z.string(), z.string()), { type: 'object', additionalProperties: text }]],
  file: [[z.file(), { ...text, format: 'binary' }]],
  array: [[z.array(z.string()), { type: 'array', items: text }]],
  tuple: [[z.tuple([z.string()]), { type: 'array', prefixItems: [text], items: false }]],
  union: [[z.union([z.string(), z.number()]), { type: ['string', 'number'] }]],
  intersection: [[z.intersection(z.string(), z.string()), { allOf: [text, text] }]],
  map: [[z.map(z.string(), z.string()), 'an error']],
  set: [[z.set(z.string()), 'an error']],
  enum: [[z.enum(['a']), { enum: ['a'] }]],
  literal: [
    [z.literal('a'), { const: 'a' }],
    [z.literal(undefined), 'an error'],
    [z.literal(1n), 'an error'],
  ],
  nullable: [[z.string().nullable(), { type: ['string', 'null'] }]],
  optional: [[z.string().optional(), text]],
  nonoptional: [[z.string().optional().nonoptional(), text]],
  success: [[z.success(z.string()), { type: 'boolean' }]],
  transform: [[z.transform(String), 'an error']],
  default: [[z.string().default('a'), { ...text, default: 'a' }]],
  prefault: [[z.string().prefault('a'), { ...text, default: 'a' }]],
  catch: [[z.string().catch('a'), text]],
  nan: [[z.nan(), 'an error']],
  pipe: [
    [z.string().pipe(z.string()), text],
    [z.preprocess(String, z.string()), text],
    [z.stringbool(), text],
  ],
  readonly: [[z.string().readonly(), text]],
  template_literal: [[z.templateLiteral(['a', z.string()]), text]],
  promise: [[z.promise(z.string()), text]],
  lazy: [[z.lazy(() => z.string()), text]],
  function: [[z.function(), 'an error']],
  custom: [
    [z.custom<string>(() => true), 'an error'],
    [z.instanceof(Date), 'an error'],
  ],
}

const cases = (kinds: Kinds<string>) =>
  Object.entries(kinds).flatMap(([kind, list]) =>
    list.map(([schema, expected]) => [kind, schema, expected] as const),
  )

/** Wherever it stands: a converter may look away inside a list or an object only. */
const check = (schema: unknown, wrapped: unknown, expected: Expected) => {
  if (expected === 'an error') {
    expect(() => fromZod(schema)).toThrow('cannot be expressed in JSON Schema')
    expect(() => fromZod(wrapped)).toThrow('cannot be expressed in JSON Schema')
    return
  }
  const { $schema: _, ...converted } = fromZod(schema) as Record<string, unknown>
  if (expected === 'anything') expect(converted).toEqual({})
  else expect(converted).toMatchObject(expected)
  expect(fromZod(wrapped)).toMatchObject({
    properties: { inside: { type: 'array', ...(expected !== 'anything' && { items: expected }) } },
  })
}

describe('no kind becomes silently empty', () => {
  it.each(cases(kindsOf3))('of zod 3: %s', (_kind, schema, expected) => {
    verifies('zod.from.kinds')
    check(schema, z3.object({ inside: z3.array(schema as z3.ZodTypeAny) }), expected)
  })

  it.each(cases(kindsOf4))('of zod 4: %s', (_kind, schema, expected) => {
    verifies('zod.from.kinds')
    check(schema, z.object({ inside: z.array(schema as z.ZodType) }), expected)
  })
})
