import { describe, expect, it } from 'vitest'
import { compileSchema } from '../../src/schema/index.ts'
import { verifies } from '../requirements.ts'

const text = { type: 'string' }
const isValid = (schema: Record<string, unknown>, value: unknown): boolean =>
  compileSchema(schema).validate(value).ok

describe('a schema that is compiled as far as a value goes', () => {
  it.each<[string, Record<string, unknown>, unknown, unknown]>([
    [
      'a reference',
      { properties: { a: { items: { $ref: '#/$defs/text' } } }, $defs: { text } },
      { a: ['x'] },
      { a: [1] },
    ],
    [
      'a reference to itself',
      { required: ['name'], properties: { child: { $ref: '#' } } },
      { name: 1, child: { name: 2 } },
      { name: 1, child: {} },
    ],
    [
      'an address',
      {
        properties: {
          a: {
            $id: 'https://example.com/a',
            properties: { b: { $ref: '#/$defs/text' } },
            $defs: { text },
          },
        },
      },
      { a: { b: 'x' } },
      { a: { b: 1 } },
    ],
    [
      'what others evaluated',
      { properties: { a: { allOf: [{ properties: { b: true } }], unevaluatedProperties: false } } },
      { a: { b: 1 } },
      { a: { c: 1 } },
    ],
    [
      'what others evaluated, by a reference to what was compiled before',
      {
        properties: {
          a: { properties: { b: text } },
          c: { $ref: '#/properties/a', unevaluatedProperties: false },
        },
      },
      { a: { d: 1 }, c: { b: 'x' } },
      { a: {}, c: { d: 1 } },
    ],
    // What the root says of `item` wins, though nothing has looked into its definitions before.
    [
      'a dynamic reference',
      {
        properties: { a: { $ref: 'list' } },
        $defs: {
          item: { $dynamicAnchor: 'item', ...text },
          list: {
            $id: 'list',
            items: { $dynamicRef: '#item' },
            $defs: { item: { $dynamicAnchor: 'item' } },
          },
        },
      },
      { a: ['x'] },
      { a: [1] },
    ],
    [
      'a dynamic reference below an address',
      {
        properties: {
          a: {
            $id: 'list',
            items: { $dynamicRef: '#item' },
            $defs: { item: { $dynamicAnchor: 'item' } },
          },
        },
        $defs: { item: { $dynamicAnchor: 'item', ...text } },
      },
      { a: ['x'] },
      { a: [1] },
    ],
    [
      'a dynamic reference below two',
      {
        properties: {
          a: {
            $id: 'outer',
            properties: {
              b: {
                $id: 'list',
                items: { $dynamicRef: '#item' },
                $defs: { item: { $dynamicAnchor: 'item' } },
              },
            },
            $defs: { item: { $dynamicAnchor: 'item', ...text } },
          },
        },
      },
      { a: { b: ['x'] } },
      { a: { b: [1] } },
    ],
  ])('still sees the whole document: %s', (_, schema, fitting, other) => {
    verifies('zod.lazy')

    expect(isValid(schema, fitting)).toBe(true)
    expect(isValid(schema, other)).toBe(false)
  })

  it('still reads what names another draft by that', () => {
    const { validate } = compileSchema(
      {
        properties: {
          older: { $schema: 'http://json-schema.org/draft-07/schema#', prefixItems: [text] },
          today: { prefixItems: [text] },
        },
      },
      { draft: '2020-12' },
    )

    expect(validate({ older: [1] }).ok).toBe(true)
    expect(validate({ today: [1] }).ok).toBe(false)
  })

  it('may hold one object in many places, and comes to an end', () => {
    let shared: Record<string, unknown> = text
    for (let depth = 0; depth < 60; depth += 1) shared = { allOf: [shared, shared] }
    // The other way round each level is met by the value, not by the compiler.
    const tree: Record<string, unknown> = { required: ['name'] }
    tree['properties'] = { left: tree, right: tree }

    expect(isValid(shared, 1)).toBe(false)
    expect(isValid(tree, { name: 1, left: { name: 2, right: { name: 3 } } })).toBe(true)
    expect(isValid(tree, { name: 1, left: { name: 2, right: {} } })).toBe(false)
  })

  it('may hold itself', () => {
    const schema: Record<string, unknown> = { type: 'object' }
    schema['anyOf'] = [schema, schema]

    expect(compileSchema(schema).validate({})).toMatchObject({
      ok: false,
      issues: [{ keyword: 'limit' }],
    })
  })

  it('judges every one of thousands of properties', () => {
    const names = Array.from({ length: 3_000 }, (_, number) => `name_${number}`)
    const { validate } = compileSchema({
      properties: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])),
    })
    const value = Object.fromEntries(names.map((name, number) => [name, number]))

    expect(validate(value).ok).toBe(true)
    expect(validate({ ...value, name_2999: 'x' })).toMatchObject({
      issues: [{ path: ['name_2999'] }],
    })
  })
})
