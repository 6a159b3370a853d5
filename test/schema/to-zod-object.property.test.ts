import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compileSchema, toZodObject } from '../../src/schema/index.ts'
import { isObject } from '../../src/schema/json-schema.ts'
import { isThorough } from '../support/thorough.ts'
import { arbitrarySchema } from './profiles/arbitrary-schema.ts'
import { toolSets } from './collected-tools.ts'
import { mutationsOf, sampleValue } from './sample-values.ts'

const runs = { numRuns: isThorough ? 600 : 60, seed: 7 }

const objectSchema = arbitrarySchema.map((schema): Record<string, unknown> => ({
  ...schema,
  type: 'object',
}))

/** A sample and what becomes of it, with properties that no JSON has among them. */
const valuesOf = (schema: Record<string, unknown>): unknown[] => {
  const sample = sampleValue(schema)
  return [
    sample,
    ...mutationsOf(sample, 15),
    ...(isObject(sample)
      ? [
          { ...sample, extra: undefined },
          { ...sample, constructor: 1 },
        ]
      : []),
  ]
}

const verdicts = (type: z.ZodType, values: unknown[]) =>
  values.map((value) => type.safeParse(value).success)

describe('for generated schemas, toZodObject', () => {
  it('judges as the schema does, also copied, refined and with a property more', () => {
    fc.assert(
      fc.property(objectSchema, (schema) => {
        const values = valuesOf(schema)
        const expected = values.map((value) => compileSchema(schema).validate(value).ok)
        const tree = toZodObject(schema)

        expect(verdicts(tree, values)).toEqual(expected)
        expect(
          verdicts(
            tree.describe('again').refine(() => true),
            values,
          ),
        ).toEqual(expected)

        // With a property more it takes objects alone, whatever else its schema lets through.
        const objects = values.filter(isObject)
        expect(verdicts(tree.extend({ 'new property': z.string().optional() }), objects)).toEqual(
          expected.filter((_, index) => isObject(values[index])),
        )
      }),
      runs,
    )
  })

  it('judges each property by itself when it is no longer the same object', () => {
    fc.assert(
      fc.property(objectSchema, (schema) => {
        // What is said of one property at a time; the rest is what `.pick()` and its like leave
        // out.
        const { type, properties, required, additionalProperties, $defs } = schema
        const plain = { type, properties, required, additionalProperties, $defs }
        const values = valuesOf(plain).filter(
          (value) => !isObject(value) || !Object.hasOwn(value, '__proto__'),
        )
        const tree = toZodObject(plain)
        const copied = tree.extend(
          Object.fromEntries(
            Object.entries(tree.shape).map(([name, property]) => [name, property.clone()]),
          ),
        )

        expect(verdicts(copied, values)).toEqual(
          values.map((value) => compileSchema(plain).validate(value).ok),
        )
      }),
      runs,
    )
  })

  it('gives values back as they are, and the schema too', () => {
    fc.assert(
      fc.property(objectSchema, (schema) => {
        const tree = toZodObject(schema)
        const sample = sampleValue(schema)
        const parsed = tree.safeParse(sample)

        if (parsed.success) expect(parsed.data).toBe(sample)
        expect(JSON.stringify(z.toJSONSchema(tree))).toBe(JSON.stringify(schema))
        expect(() => tree.partial().toJSONSchema()).not.toThrow()
      }),
      runs,
    )
  })
})

describe.each(toolSets('toZodObject of the collected real tool schemas'))(
  'for $title, toZodObject',
  ({ every }) => {
    it('judges as the schema does, also when each property is asked, and says it as it was written', () => {
      const unequal: string[] = []
      for (const { name, schema } of every(isThorough ? 8 : 40)) {
        const values = valuesOf(schema)
        const expected = values.map((value) => compileSchema(schema).validate(value).ok)
        const tree = toZodObject(schema)
        const asked = tree.extend(
          Object.fromEntries(
            Object.entries(tree.shape).map(([property, type]) => [property, type.clone()]),
          ),
        )
        const isSame = [tree, ...(saysNothingAcross(schema) ? [asked] : [])].every(
          (type) => verdicts(type, values).join() === expected.join(),
        )
        if (!isSame || JSON.stringify(z.toJSONSchema(tree)) !== JSON.stringify(schema))
          unequal.push(name)
      }

      expect(unequal).toEqual([])
    })
  },
)

const saysNothingAcross = (schema: Record<string, unknown>): boolean =>
  Object.keys(schema).every((keyword) =>
    [
      '$schema',
      '$defs',
      'type',
      'title',
      'description',
      'properties',
      'required',
      'additionalProperties',
      'default',
      'optional',
    ].includes(keyword),
  )
