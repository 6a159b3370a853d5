import { describe, expect, it } from 'vitest'
import { applyDefaults, compileSchema } from '../../src/schema/index.ts'
import { verifies } from '../requirements.ts'

const state = { type: 'string', default: 'open' }

describe('applyDefaults', () => {
  it.each<[string, Record<string, unknown>, unknown, unknown]>([
    ['properties', { properties: { state } }, { title: 'a' }, { title: 'a', state: 'open' }],
    [
      'properties that are there',
      { properties: { state } },
      { state: 'closed' },
      { state: 'closed' },
    ],
    ['null, which is a value', { properties: { state } }, { state: null }, { state: null }],
    [
      'objects inside',
      { properties: { issue: { properties: { state } } } },
      { issue: {} },
      { issue: { state: 'open' } },
    ],
    [
      'items',
      { items: { properties: { state } } },
      [{}, { state: 'closed' }],
      [{ state: 'open' }, { state: 'closed' }],
    ],
    [
      'first items',
      { prefixItems: [{ properties: { state } }], items: { properties: { a: { default: 1 } } } },
      [{}, {}],
      [{ state: 'open' }, { a: 1 }],
    ],
    [
      'additional properties',
      { additionalProperties: { properties: { state } } },
      { a: {} },
      { a: { state: 'open' } },
    ],
    [
      'references',
      { $defs: { issue: { properties: { state } } }, $ref: '#/$defs/issue' },
      {},
      { state: 'open' },
    ],
    [
      'a default behind a reference',
      { $defs: { state }, properties: { state: { $ref: '#/$defs/state' } } },
      {},
      { state: 'open' },
    ],
    [
      'a default with defaults in it',
      { properties: { issue: { properties: { state }, default: {} } } },
      {},
      { issue: { state: 'open' } },
    ],
    [
      'allOf',
      { allOf: [{ properties: { state } }, { properties: { a: { default: 1 } } }] },
      {},
      { state: 'open', a: 1 },
    ],
    [
      'the alternative that holds',
      {
        oneOf: [
          { properties: { kind: { const: 'a' }, size: { default: 1 } } },
          { properties: { kind: { const: 'b' }, size: { default: 2 } } },
        ],
      },
      { kind: 'b' },
      { kind: 'b', size: 2 },
    ],
    [
      'no default that its own schema refuses',
      { properties: { page: { type: 'integer', default: '1' } } },
      {},
      {},
    ],
    ['nothing into a value of another type', { properties: { state } }, 'text', 'text'],
  ])('fills %s', (_, schema, value, filled) => {
    const before = structuredClone(value)

    expect(applyDefaults(schema, value)).toEqual(filled)
    expect(value).toEqual(before)
  })

  it('gives back the value itself when nothing is left out, and shares no default', () => {
    const schema = { properties: { labels: { default: ['a'] }, issue: {} } }
    const value = { labels: [] }
    expect(applyDefaults(schema, value)).toBe(value)

    const filled = applyDefaults(schema, {}) as { labels: string[] }
    filled.labels.push('b')
    expect(applyDefaults(schema, {})).toEqual({ labels: ['a'] })
  })

  it('takes __proto__ as a plain name', () => {
    const filled = applyDefaults(
      JSON.parse('{"properties": {"__proto__": {"default": {"polluted": true}}}}'),
      {},
    )

    expect(JSON.stringify(filled)).toBe('{"__proto__":{"polluted":true}}')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('ends on schemas that contain themselves', () => {
    const tree = {
      $defs: {
        node: {
          properties: { left: { $ref: '#/$defs/node' }, right: { $ref: '#/$defs/node' } },
          default: {},
        },
      },
      $ref: '#/$defs/node',
    }
    expect(compileSchema(tree).validate(applyDefaults(tree, {})).ok).toBe(true)

    const cycle = {
      $defs: {
        a: { $ref: '#/$defs/b' },
        b: { allOf: [{ $ref: '#/$defs/a' }, { properties: { state } }] },
      },
      $ref: '#/$defs/a',
    }
    expect(applyDefaults(cycle, {})).toEqual({ state: 'open' })
  })

  it('is never done by validation', () => {
    verifies('validator.defaults')
    const value = {}
    expect(compileSchema({ properties: { state }, required: ['state'] }).validate(value).ok).toBe(
      false,
    )
    expect(value).toEqual({})
  })
})
