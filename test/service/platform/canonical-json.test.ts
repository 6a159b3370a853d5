import { expect, it } from 'vitest'
import { canonicalJson } from '../../../src/service/platform/canonical-json.ts'

it('writes equal values as one text', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  )
  expect(canonicalJson({ a: undefined, b: 1 })).toBe(canonicalJson({ b: 1 }))
  expect(canonicalJson(JSON.parse('{"__proto__": 1}'))).toBe('{"__proto__":1}')
})

it('writes different values as different texts', () => {
  const values = [
    undefined,
    {},
    [],
    '',
    '{}',
    0,
    false,
    { a: 1 },
    { a: '1' },
    { a: [1] },
    [1, 2],
    [[1], 2],
    [2, 1],
  ]
  expect(new Set(values.map(canonicalJson)).size).toBe(values.length)
})
