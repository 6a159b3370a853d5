import { expect, test, vi } from 'vitest'
import {
  createId,
  createOrderedId,
  createSecret,
  createUuid,
} from '../../../src/service/platform/ids.ts'

const randomBits = (text: string): number => text.length * Math.log2(62)

test('an id is its prefix and at least 96 random bits of letters and digits', () => {
  const id = createId('ab_')
  expect(id).toMatch(/^ab_[0-9A-Za-z]+$/)
  expect(randomBits(id.slice('ab_'.length))).toBeGreaterThanOrEqual(96)
})

test('an ordered id sorts by its time and has as many random bits', () => {
  vi.useFakeTimers()
  try {
    const made = [0, 1, 61, 62, Date.UTC(2026, 0), Date.UTC(2026, 0) + 1, Date.UTC(8888, 0)].map(
      (ms) => {
        vi.setSystemTime(ms)
        return createOrderedId('log_')
      },
    )
    expect(made.toSorted()).toEqual(made)
    for (const id of made) {
      expect(id).toMatch(/^log_[0-9A-Za-z]{8}[0-9A-Za-z]+$/)
      expect(randomBits(id.slice('log_'.length + 8))).toBeGreaterThanOrEqual(96)
    }
  } finally {
    vi.useRealTimers()
  }
})

test.each([undefined, 128, 160, 256])('a secret of %s bits holds at least as many', (bits) => {
  const secret = createSecret('key_', bits)
  expect(secret).toMatch(/^key_[0-9A-Za-z]+$/)
  expect(randomBits(secret.slice('key_'.length))).toBeGreaterThanOrEqual(bits ?? 160)
})

test('no two are the same', () => {
  const made = Array.from({ length: 1000 }, () => [
    createId(''),
    createSecret(''),
    createUuid(),
  ]).flat()
  expect(new Set(made).size).toBe(3000)
})

test('a UUID is one of version 4', () => {
  expect(createUuid()).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
})
