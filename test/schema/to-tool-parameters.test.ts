import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileSchema } from '../../src/schema/index.ts'
import { isObject } from '../../src/schema/json-schema.ts'
import { toObjectSchema } from '../../src/schema/to-object-schema.ts'
import { toToolParameters } from '../../src/schema/to-tool-parameters.ts'
import { parameters } from '../service/interface/published/json-schema.ts'
import { isThorough } from '../support/thorough.ts'
import { arbitrarySchema, arbitraryValue } from './arbitrary-schema.ts'

const runs = { numRuns: isThorough ? 3000 : 300, seed: 7 }
/** One that refers to its own root is taken to mean objects there. */
const isWithoutSelf = (schema: Record<string, unknown>): boolean =>
  !JSON.stringify(schema).includes('"$ref":"#"')

const accepts = (schema: Record<string, unknown>, value: unknown) =>
  compileSchema(schema).validate(value).ok

describe('the parameters of a tool', () => {
  it('have a type and properties, and are what they were where they can be', () => {
    expect(toToolParameters(true)).toEqual({ type: 'object', properties: {} })
    expect(toToolParameters(false)).toEqual({ type: 'object', properties: {}, not: {} })
    expect(toToolParameters({ description: 'Any value' })).toEqual({
      type: 'object',
      properties: {},
      description: 'Any value',
    })
    expect(toToolParameters({ type: ['object', 'null'], nullable: true, required: ['a'] })).toEqual(
      { type: 'object', properties: {}, required: ['a'] },
    )
    expect(toToolParameters({ $ref: '#/$defs/a', $defs: { a: { type: 'object' } } })).toEqual({
      type: 'object',
      properties: {},
      $ref: '#/$defs/a',
      $defs: { a: { type: 'object' } },
    })
    expect(toToolParameters({ oneOf: [{ required: ['a'] }, { required: ['b'] }] })).toEqual({
      type: 'object',
      properties: {},
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    })
    const plain = {
      type: 'object',
      properties: { a: { type: 'array', items: { anyOf: [{ type: 'string' }] } } },
      additionalProperties: false,
    }
    expect(toToolParameters(plain)).toEqual(plain)
    expect(toToolParameters(plain).properties).toBe(plain.properties)
  })

  it('say of further properties at the root only whether there are any, and what they are beside it', () => {
    expect(toToolParameters({ additionalProperties: {} })).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: true,
    })
    expect(toToolParameters({ additionalProperties: { type: 'integer' } })).toEqual({
      type: 'object',
      properties: {},
      unevaluatedProperties: { type: 'integer' },
    })
    expect(
      toToolParameters({
        properties: { a: {} },
        additionalProperties: { type: 'integer' },
        anyOf: [{ required: ['a'] }],
      }),
    ).toEqual({
      type: 'object',
      properties: { a: {} },
      additionalProperties: true,
      anyOf: [{ required: ['a'] }],
      allOf: [{ properties: { a: {} }, additionalProperties: { type: 'integer' } }],
    })
  })

  it('have no subschemas that are no objects, no words of older drafts, and nothing that is no keyword', () => {
    expect(
      toToolParameters({
        properties: {
          any: true,
          none: false,
          old: { type: 'integer', minimum: 1, exclusiveMinimum: true },
          odd: { type: 'text', description: 7, required: true, enum: 'a' },
          wrong: 5,
        },
        additionalProperties: { not: false },
      }),
    ).toEqual({
      type: 'object',
      properties: {
        any: {},
        none: { not: {} },
        old: { type: 'integer', exclusiveMinimum: 1 },
        odd: {},
        wrong: {},
      },
      unevaluatedProperties: { not: { not: {} } },
    })
  })

  it('accept the same objects as before, and are parsed by every client', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          arbitrarySchema.map((schema) => ({ ...schema, type: 'object' })),
          arbitrarySchema.filter(isWithoutSelf),
        ),
        arbitraryValue.filter(isObject),
        (schema, value) => {
          const made = toToolParameters(schema)
          expect(parameters.safeParse(made).error).toBeUndefined()
          expect(accepts(made, value)).toBe(accepts(schema, value))
          expect(accepts(toObjectSchema(schema), value)).toBe(accepts(schema, value))
          expect(toToolParameters(made)).toEqual(made)
        },
      ),
      runs,
    )
  })

  it('are parsed by every client whatever a third party wrote', () => {
    fc.assert(
      fc.property(
        arbitraryValue.filter(isObject),
        fc.constantFrom(
          'properties',
          '$defs',
          'anyOf',
          'items',
          'type',
          'required',
          'additionalProperties',
          'description',
        ),
        (junk, keyword) => {
          for (const schema of [
            junk,
            { [keyword]: junk },
            { properties: { a: { [keyword]: junk } } },
            { properties: { a: { [keyword]: Object.values(junk) } } },
          ])
            expect(parameters.safeParse(toToolParameters(schema)).error).toBeUndefined()
        },
      ),
      runs,
    )
  })
})
