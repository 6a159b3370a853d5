import { describe, expect, it } from 'vitest'
import { compileSchema } from '../../src/schema/index.ts'

const text = { type: 'string' }

describe('references', () => {
  it.each([
    ['definitions', { $ref: '#/definitions/text', definitions: { text } }],
    ['$defs', { $ref: '#/$defs/text', $defs: { text } }],
    ['components', { $ref: '#/components/schemas/text', components: { schemas: { text } } }],
    ['escaped and encoded names', { $ref: '#/$defs/a~1b~0c%20%25', $defs: { 'a/b~c %': text } }],
    ['another property', { properties: { a: text }, $ref: '#/properties/a' }],
    ['$anchor', { $ref: '#text', $defs: { any: { $anchor: 'text', ...text } } }],
    ['$id', { $ref: 'text.json', $defs: { any: { $id: 'text.json', ...text } } }],
    [
      '$id with a base',
      {
        $id: 'https://example.com/a/root',
        $ref: '/b#/$defs/c',
        $defs: { b: { $id: 'https://example.com/b', $defs: { c: text } } },
      },
    ],
    ['a name below a $id', { $id: 'my tool', $ref: '#/$defs/text', $defs: { text } }],
    [
      'a draft-04 id',
      {
        $schema: 'http://json-schema.org/draft-04/schema#',
        $ref: '#text',
        definitions: { any: { id: '#text', ...text } },
      },
    ],
    ['a chain', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: text } }],
  ])('are followed to %s', (_, schema) => {
    const { validate, warnings } = compileSchema(schema)

    expect(validate('a').ok).toBe(true)
    expect(validate(1).ok).toBe(false)
    expect(warnings).toEqual([])
  })

  it('recur', () => {
    const { validate } = compileSchema({
      $defs: {
        node: {
          type: 'object',
          required: ['name'],
          properties: { name: text, children: { items: { $ref: '#/$defs/node' } } },
        },
      },
      $ref: '#/$defs/node',
    })

    expect(validate({ name: 'a', children: [{ name: 'b', children: [] }] }).ok).toBe(true)
    expect(validate({ name: 'a', children: [{ children: [{}] }] })).toMatchObject({
      issues: [{ path: ['children', 0, 'name'] }, { path: ['children', 0, 'children', 0, 'name'] }],
    })
  })

  it('that lead nowhere but to themselves accept, and end', () => {
    expect(compileSchema({ $ref: '#' }).validate(1).ok).toBe(true)
    expect(
      compileSchema({
        allOf: Array.from({ length: 12 }, () => ({ $ref: '#' })),
        type: 'string',
      }).validate(1).ok,
    ).toBe(false)
    expect(
      compileSchema({
        $ref: '#/$defs/a',
        $defs: { a: { $ref: '#/$defs/b' }, b: { anyOf: [{ $ref: '#/$defs/a' }] } },
      }).validate(1).ok,
    ).toBe(true)
  })

  it('through a long chain are no deep nesting', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [
        `d${index}`,
        { items: { $ref: `#/$defs/d${index + 1}` } },
      ]),
    )
    const { validate, warnings } = compileSchema({
      $ref: '#/$defs/d0',
      $defs: { ...$defs, d1000: text },
    })

    expect(validate([[[]]]).ok).toBe(true)
    expect(warnings).toEqual([])
  })

  it('to the unknown are accepted with a warning, and nothing is fetched', () => {
    for (const target of [
      '#/$defs/missing',
      '#missing',
      'https://example.com/a.json',
      'http://[',
      '#/%E0%A4%A',
    ]) {
      const { validate, warnings } = compileSchema({
        properties: { a: { $ref: target } },
        required: ['a'],
      })

      expect(validate({ a: 1 }).ok).toBe(true)
      expect(validate({}).ok).toBe(false)
      expect(warnings).toEqual([
        `The reference ${JSON.stringify(target)} cannot be resolved; its values were accepted`,
      ])
    }
  })

  it('reach the documents given as remotes', () => {
    const remotes = {
      'https://example.com/address.json': {
        properties: { country: { $ref: 'country.json#/$defs/code' } },
      },
      'https://example.com/country.json': {
        $defs: { code: { $id: 'https://example.com/code', pattern: '^[A-Z]{2}$' } },
      },
    }
    const { validate, warnings } = compileSchema(
      { $ref: 'https://example.com/address.json' },
      { remotes },
    )

    expect(validate({ country: 'NZ' }).ok).toBe(true)
    expect(validate({ country: 'nz' }).ok).toBe(false)
    expect(compileSchema({ $ref: 'https://example.com/code' }, { remotes }).validate('nz').ok).toBe(
      false,
    )
    expect(warnings).toEqual([])
  })

  it('may be extended dynamically', () => {
    const list = {
      $id: 'list',
      type: 'array',
      items: { $dynamicRef: '#item' },
      $defs: { item: { $dynamicAnchor: 'item' } },
    }
    const texts = compileSchema({
      $id: 'texts',
      $ref: 'list',
      $defs: { item: { $dynamicAnchor: 'item', ...text }, list },
    })
    expect(texts.validate(['a']).ok).toBe(true)
    expect(texts.validate([1]).ok).toBe(false)

    const tree = {
      $id: 'tree',
      $recursiveAnchor: true,
      type: 'object',
      properties: { child: { $recursiveRef: '#' } },
    }
    const strictTree = compileSchema({
      $id: 'strict',
      $recursiveAnchor: true,
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: { tree },
    })
    expect(strictTree.validate({ child: { child: {} } }).ok).toBe(true)
    expect(strictTree.validate({ child: { other: {} } }).ok).toBe(false)
  })

  it('inside values that only look like schemas are none', () => {
    const { warnings } = compileSchema({
      enum: [{ $ref: '#/nowhere' }],
      default: { $ref: '#/nowhere' },
      properties: { $ref: text },
    })

    expect(warnings).toEqual([])
  })
})
