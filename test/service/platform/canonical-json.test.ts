import { expect, it } from 'vitest'
import {
  canonicalJson,
  canonicalParts,
  jsonParts,
} from '../../../src/service/platform/canonical-json.ts'

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

it('writes large values in parts that are short, the same text as at once', () => {
  const value = {
    text: `${'😀'.repeat(100_000)}\ud800"\\\n`,
    nested: [undefined, null, { b: [], a: {}, none: undefined }],
    many: Array.from({ length: 30_000 }, (_, index) => ({ id: `item ${index}`, of: [index] })),
  }
  const parts = [...jsonParts(value)]
  expect(parts.join('')).toBe(JSON.stringify(value))
  expect(parts.length).toBeGreaterThan(10)
  for (const part of [...parts, ...canonicalParts(value)]) expect(part.length).toBeLessThan(150_000)
  expect(canonicalJson({ many: value.many, text: value.text })).toBe(
    [...canonicalParts({ text: value.text, many: value.many })].join(''),
  )
})
