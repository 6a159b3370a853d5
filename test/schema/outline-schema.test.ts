import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileSchema } from '../../src/schema/index.ts'
import type { JsonObject } from '../../src/schema/json-schema.ts'
import { outlineSchema } from '../../src/schema/outline-schema.ts'
import { verifies } from '../requirements.ts'
import { isThorough } from '../support/thorough.ts'
import { arbitrarySchema, arbitraryValue } from './arbitrary-schema.ts'

const customer: JsonObject = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    address: {
      type: 'object',
      description: 'Where the customer lives',
      properties: { city: { type: 'string' }, country: { type: 'string' } },
    },
    invoices: { type: 'array', items: { $ref: '#/$defs/Invoice' } },
    owner: { oneOf: [{ type: 'string' }, { $ref: '#/$defs/Customer' }] },
    parent: { $ref: '#/$defs/Elsewhere' },
  },
}
const invoice: JsonObject = {
  type: 'object',
  properties: { total: { type: 'integer' }, customer: { $ref: '#/$defs/Customer' } },
}
const definitions = {
  get: (name: string) => ({ Customer: customer, Invoice: invoice })[name],
  typeOf: (name: string) => (name === 'Gone' ? undefined : 'object'),
}

const outlineIn = (maximumCharacters: number) =>
  outlineSchema({ $ref: '#/$defs/Customer' }, { maximumCharacters, definitions })

describe('the outline of a schema', () => {
  it('describes what is too deep by its type', () => {
    verifies('imports.long-answers')
    expect(outlineIn(330)).toEqual({
      $ref: '#/$defs/Customer',
      $defs: {
        Customer: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'string' },
            address: { type: 'object', description: 'Where the customer lives' },
            invoices: { type: 'array' },
            owner: { type: ['string', 'object'] },
            parent: { type: 'object' },
          },
        },
      },
    })
  })

  it('has as many levels as there is room for', () => {
    const outline = outlineIn(2000)
    expect(outline['$defs']).toEqual({
      Customer: {
        ...customer,
        properties: {
          ...(customer['properties'] as JsonObject),
          owner: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/Customer' }] },
          parent: { type: 'object' },
        },
      },
      Invoice: invoice,
    })
  })

  it('leaves texts out, then all, of a schema that is too wide', () => {
    const wide = (count: number) => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: count }, (_unused, index) => [
          `p${index}`,
          { type: 'string', description: 'x'.repeat(1000) },
        ]),
      ),
    })
    const outline = (count: number) =>
      outlineSchema(wide(count), { maximumCharacters: 1000 })['properties'] as JsonObject
    expect(outline(2)).toMatchObject({ p1: { description: `${'x'.repeat(199)}…` } })
    expect(outline(20)).toMatchObject({ p19: { type: 'string' } })
    expect(JSON.stringify(outline(20))).not.toContain('description')
    expect(outline(2000)).toBeUndefined()
  })

  it('keeps names that are no usual names of properties', () => {
    const odd = JSON.parse(
      '{"__proto__": {"type": "object", "properties": {"a": {}}}}',
    ) as JsonObject
    const outline = outlineSchema(
      { $ref: '#/$defs/__proto__', $defs: odd },
      { maximumCharacters: 1000 },
    )
    expect(JSON.stringify(outline)).toContain('"$defs":{"__proto__":{"type":"object"')
  })

  it('accepts whatever the schema accepts, and keeps the limit', () => {
    verifies('imports.long-answers')
    fc.assert(
      fc.property(
        arbitrarySchema.filter((schema) => typeof schema === 'object'),
        fc.array(arbitraryValue, { minLength: 4, maxLength: 8 }),
        fc.integer({ min: 40, max: 400 }),
        (schema, values, maximumCharacters) => {
          const outline = outlineSchema(schema as JsonObject, { maximumCharacters })
          expect(JSON.stringify(outline).length).toBeLessThanOrEqual(maximumCharacters)
          const accepts = compileSchema(schema)
          const outlined = compileSchema(outline)
          for (const value of values.filter((each) => accepts.validate(each).ok))
            expect(outlined.validate(value).ok).toBe(true)
        },
      ),
      { numRuns: isThorough ? 5000 : 300 },
    )
  })
})
