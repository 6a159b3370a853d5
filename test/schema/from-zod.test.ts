import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as mini from 'zod/mini'
import { z as zod3 } from 'zod/v3'
import { fromZod } from '../../src/schema/from-zod.ts'
import { cloneSchema } from '../../src/schema/index.ts'
import { verifies } from '../requirements.ts'

describe('fromZod', () => {
  it('describes the input of a zod 4 schema', () => {
    const schema = z.object({
      city: z.string().describe('Where'),
      days: z.number().int().default(3),
      when: z.string().transform(Date.parse),
    })

    expect(fromZod(schema)).toMatchObject({
      type: 'object',
      properties: {
        city: { type: 'string', description: 'Where' },
        days: { type: 'integer', default: 3 },
        when: { type: 'string' },
      },
      required: ['city', 'when'],
    })
    expect(fromZod(mini.object({ city: mini.string() }))).toMatchObject({
      properties: { city: { type: 'string' } },
      required: ['city'],
    })
  })

  it('describes the input of a zod 3 schema', () => {
    const schema = zod3.object({
      city: zod3.string().describe('Where'),
      days: zod3.number().int().default(3),
      when: zod3.string().transform(Date.parse),
    })

    expect(fromZod(schema)).toMatchObject({
      type: 'object',
      properties: {
        city: { type: 'string', description: 'Where' },
        days: { type: 'integer', default: 3 },
        when: { type: 'string' },
      },
      required: ['city', 'when'],
    })
    expect(fromZod(zod3.string().transform(Number).pipe(zod3.number()))).toMatchObject({
      type: 'string',
    })
  })

  it('never answers a zod schema with an empty one, unless it says "anything"', () => {
    expect(() => fromZod(zod3.function())).toThrow('zod 3 schema (ZodFunction)')
    expect(() => fromZod(z.object({ when: z.date() }))).toThrow(
      'cannot be expressed in JSON Schema: Date',
    )
    expect(() => fromZod({ city: z.string() })).toThrow(
      '("city") is not a schema; wrap it in z.object',
    )
    expect(() => fromZod({ city: zod3.string() })).toThrow(
      '("city") is not a schema; wrap it in z.object',
    )
    expect(fromZod(zod3.unknown())).toEqual({ $schema: 'http://json-schema.org/draft-07/schema#' })
  })

  it('takes a JSON Schema as it is, as a copy', () => {
    const schema = { type: 'object', properties: { a: { enum: [1] } }, 'x-mine': true }
    const copy = fromZod(schema)

    expect(copy).toEqual(schema)
    expect(copy).not.toBe(schema)
    expect(fromZod(true)).toBe(true)
    expect(() => fromZod({ default: () => 1 })).toThrow('may contain only JSON values')
  })

  it('takes the JSON Schema that a Standard Schema of any library tells, of what goes in', () => {
    verifies('zod.from.standard')
    const input = ({ target }: { target: string }) => {
      if (target !== 'draft-07') throw new Error(`no ${target}`)
      return { type: 'object', properties: { city: { type: 'string' } } }
    }
    const standard = { version: 1, vendor: 'arktype', validate: (value: unknown) => ({ value }) }

    // ArkType's schemas are functions.
    expect(
      fromZod(Object.assign(() => true, { '~standard': { ...standard, jsonSchema: { input } } })),
    ).toEqual({ type: 'object', properties: { city: { type: 'string' } } })
    expect(
      fromZod({ '~standard': z.object({ city: z.string().transform(Number) })['~standard'] }),
    ).toMatchObject({ properties: { city: { type: 'string' } } })
    expect(() => fromZod({ '~standard': standard })).toThrow(
      'This schema of arktype does not provide its JSON Schema',
    )
    expect(() =>
      fromZod({
        '~standard': { ...standard, jsonSchema: { input: () => input({ target: 'openapi-3.0' }) } },
      }),
    ).toThrow('This schema of arktype cannot be expressed in JSON Schema: no openapi-3.0')
    expect(() => fromZod({ city: { '~standard': standard } })).toThrow('("city") is not a schema')
  })

  it.each([
    [undefined, 'undefined is not a schema'],
    [null, 'null is not a schema'],
    ['object', 'A string is not a schema'],
    [[], 'An array is not a schema'],
    [new Date(), 'An instance of Date is not a schema'],
    [() => ({}), 'A function is not a schema'],
  ])('refuses %s and says what is accepted', (given, message) => {
    expect(() => fromZod(given)).toThrow(message)
    expect(() => fromZod(given)).toThrow('pass a zod 4 schema, a zod 3 schema, a Standard Schema')
  })
})

describe('cloneSchema', () => {
  it('copies deeply', () => {
    const schema = { properties: { a: { enum: [1] } } }
    const copy = cloneSchema(schema)
    copy.properties.a.enum.push(2)

    expect(schema).toEqual({ properties: { a: { enum: [1] } } })
  })
})
