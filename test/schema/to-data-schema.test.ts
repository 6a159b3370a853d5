import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileSchema } from '../../src/schema/index.ts'
import { isObject } from '../../src/schema/json-schema.ts'
import { toDataSchema } from '../../src/schema/to-data-schema.ts'
import { toObjectSchema } from '../../src/schema/to-object-schema.ts'
import { nameInData } from '../../src/service/catalog/name-in-data.ts'
import { toData } from '../../src/service/execution/read-response.ts'
import { verifies } from '../requirements.ts'
import { isThorough } from '../support/thorough.ts'
import { arbitraryValue } from './arbitrary-schema.ts'

const of = (answer: Record<string, unknown>) => toDataSchema(answer, nameInData)
const accepts = (schema: Record<string, unknown>, value: unknown) =>
  compileSchema(schema).validate(value).ok

describe('the schema of data', () => {
  it('is that of the answer where this is an object', () => {
    for (const answer of [
      { type: 'object' },
      { properties: { a: {} } },
      { allOf: [{ type: 'object' }, { required: ['a'] }] },
      { description: 'Any value' },
      { oneOf: [{ properties: {} }, { type: 'object' }] },
    ])
      expect(of(answer)).toBe(answer)
  })

  it('names a list and a single value, and keeps definitions where references look for them', () => {
    expect(of({ type: 'array', items: { $ref: '#/$defs/a' }, $defs: { a: {} } })).toEqual({
      type: 'object',
      properties: { items: { type: 'array', items: { $ref: '#/$defs/a' } } },
      required: ['items'],
      $defs: { a: {} },
    })
    expect(of({ enum: ['a', 'b'] })).toEqual({
      type: 'object',
      properties: { value: { enum: ['a', 'b'] } },
      required: ['value'],
    })
    expect(of({ type: 'null' })).toEqual({ type: 'object', maxProperties: 0 })
  })

  it('has an alternative for each type that the answer may have', () => {
    const file = { type: 'object', required: ['path'] }
    const link = { type: 'object', required: ['target'] }
    expect(of({ description: 'Of a path', oneOf: [{ type: 'array' }, file, link] })).toEqual({
      type: 'object',
      properties: {},
      anyOf: [
        { description: 'Of a path', oneOf: [file, link] },
        {
          type: 'object',
          properties: { items: { description: 'Of a path', type: 'array' } },
          required: ['items'],
        },
      ],
    })
    expect(of({ type: ['object', 'null'], required: ['a'] })).toEqual({
      type: 'object',
      properties: {},
      anyOf: [
        { type: 'object', required: ['a'] },
        { type: 'object', maxProperties: 0 },
      ],
    })
    expect(
      of({ anyOf: [{ $ref: '#/$defs/a' }, { type: 'string' }], $defs: { a: { type: 'array' } } }),
    ).toMatchObject({ anyOf: [{ required: ['value'] }, { required: ['items'] }] })
  })

  it('describes nothing where the answer refers to itself, since it could not stand elsewhere', () => {
    expect(of({ description: 'A tree', type: 'array', items: { $ref: '#' } })).toEqual({
      type: 'object',
      description: 'A tree',
    })
    expect(of({ type: 'object', properties: { next: { $ref: '#' } } })).toEqual({
      type: 'object',
      properties: { next: { $ref: '#' } },
    })
  })

  it('stays small where references lead on in many ways', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `d${index}`,
        { anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${(index + 2) % 60}` }] },
      ]),
    )
    expect(of({ $ref: '#/$defs/d0', $defs })).toEqual({ $ref: '#/$defs/d0', $defs })
  })

  it('accepts the data of exactly the answers that the schema of answers accepts', () => {
    verifies('tools.output-parameters.data')
    const typed = fc
      .constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null')
      .map((type) => ({ type }))
    const part = fc.oneof(
      typed,
      fc
        .uniqueArray(fc.constantFrom('object', 'array', 'string', 'integer', 'null'), {
          minLength: 1,
          maxLength: 3,
        })
        .map((type) => ({ type })),
      fc.array(arbitraryValue, { minLength: 1, maxLength: 3 }).map((values) => ({ enum: values })),
      fc.constantFrom(
        { type: 'object', required: ['a'] },
        { type: 'object', nullable: true, required: ['b'] },
        { type: 'array', items: { type: 'string' } },
        { $ref: '#/$defs/a' },
      ),
    )
    const answer = fc
      .tuple(
        fc.oneof(
          part,
          fc.record({ anyOf: fc.array(part, { minLength: 1, maxLength: 3 }) }),
          fc.record({ oneOf: fc.array(part, { minLength: 1, maxLength: 3 }) }),
          fc.record({ allOf: fc.array(part, { minLength: 1, maxLength: 2 }) }),
        ),
        part,
      )
      .map(([root, a]): Record<string, unknown> => ({
        ...root,
        $defs: { a: '$ref' in a ? {} : a },
      }))
    fc.assert(
      fc.property(answer, arbitraryValue, (schema, value) => {
        const made = toObjectSchema(of(schema))
        if (accepts(schema, value)) expect(accepts(made, toData(value))).toBe(true)
        // Empty data are also those of null.
        else if (isObject(value) && Object.keys(value).length > 0)
          expect(accepts(made, toData(value))).toBe(false)
      }),
      { numRuns: isThorough ? 3000 : 300, seed: 7 },
    )
  })
})
