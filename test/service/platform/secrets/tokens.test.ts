import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashToken, safeEqual } from '../../../../src/service/platform/secrets/index.ts'

test('a token is hashed with SHA-256 to base64url', () => {
  expect(hashToken('abc')).toBe(
    Buffer.from('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 'hex').toString(
      'base64url',
    ),
  )
})

test('two texts are equal only when they are the same', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(safeEqual(a, a)).toBe(true)
      expect(safeEqual(a, b)).toBe(a === b)
    }),
  )
  expect(safeEqual('token', 'token ')).toBe(false)
  expect(safeEqual('', 'x')).toBe(false)
})
