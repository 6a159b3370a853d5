/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema */
import * as fc from 'fast-check'
import type { JsonSchema } from '../../src/schema/index.ts'

/** Few names and small values, so that schemas and values meet. */
const name = fc.constantFrom('a', 'b', 'c')
const count = fc.integer({ min: 0, max: 3 })
const number = fc.constantFrom(-1, 0, 1, 1.5, 2, 3, 10)
const text = fc.constantFrom('', 'a', 'ab', 'abc', '1', '😀', '2026-01-31')

export const arbitraryValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    number,
    text,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value

const optional = <Keywords extends Record<string, fc.Arbitrary<unknown>>>(keywords: Keywords) =>
  fc.record(keywords, { requiredKeys: [] })

const typeName = fc.constantFrom(
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
)

const { schema } = fc.letrec<{ schema: JsonSchema; keywords: Record<string, unknown> }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    { weight: 1, arbitrary: fc.boolean() },
    {
      weight: 1,
      arbitrary: fc.constantFrom({ $ref: '#' }, { $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }),
    },
    { weight: 8, arbitrary: tie('keywords') },
  ),
  keywords: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    optional({
      type: fc.oneof(typeName, fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 })),
      enum: fc.uniqueArray(arbitraryValue, {
        minLength: 1,
        maxLength: 3,
        selector: (value) => JSON.stringify(value),
      }),
    }),
    fc.record({ const: arbitraryValue }),
    optional({
      minimum: number,
      exclusiveMaximum: number,
      multipleOf: fc.constantFrom(1, 2, 0.5),
      minLength: count,
      maxLength: count,
      pattern: fc.constantFrom('^a', 'b$', '^[a-c]*$', '\\d'),
    }),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
        required: fc.uniqueArray(name, { maxLength: 2 }),
        additionalProperties: tie('schema'),
      },
      { requiredKeys: ['properties'] },
    ),
    optional({
      patternProperties: fc.dictionary(fc.constantFrom('^a', '[bc]'), tie('schema'), {
        maxKeys: 2,
        noNullPrototype: true,
      }),
      propertyNames: fc.constantFrom({ pattern: '[ab]' }, { enum: ['a', 'b'] }),
      minProperties: count,
      maxProperties: count,
      dependentRequired: fc.constant({ a: ['b'] }),
      dependentSchemas: fc.record({ b: tie('schema') }),
      unevaluatedProperties: fc.boolean(),
    }),
    optional({
      prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      items: tie('schema'),
      minItems: count,
      maxItems: count,
      uniqueItems: fc.boolean(),
      unevaluatedItems: fc.boolean(),
    }),
    fc.record(
      { contains: tie('schema'), minContains: count, maxContains: count },
      { requiredKeys: ['contains'] },
    ),
    optional({
      allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
      oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
      not: tie('schema'),
      unevaluatedProperties: fc.boolean(),
    }),
    fc.record(
      { if: tie('schema'), then: tie('schema'), else: tie('schema') },
      { requiredKeys: ['if'] },
    ),
  ),
}))

/**
 * A schema of draft 2020-12 with two others to refer to. References that go round without going
 * into the value are left out.
 */
export const arbitrarySchema = fc
  .record({ root: schema, a: schema, b: schema })
  .map(({ root, a, b }): Record<string, unknown> => ({
    properties: { a: root },
    allOf: [root],
    $defs: { a, b },
  }))
