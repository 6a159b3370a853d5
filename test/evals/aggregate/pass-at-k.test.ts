import { expect, test } from 'vitest'
import { passAtK, passHatK } from '../../../src/evals/aggregate/pass-at-k.ts'
import { wilsonInterval } from '../../../src/evals/aggregate/wilson-interval.ts'

/** All ways to draw k of n trials, of which the first c passed. */
const draws = (n: number, k: number): number[][] =>
  k === 0
    ? [[]]
    : Array.from({ length: n }, (_, first) => first).flatMap((first) =>
        draws(n - first - 1, k - 1).map((rest) => [first, ...rest.map((at) => at + first + 1)]),
      )

test('pass^k of three in five is 0.6, 0.3, 0.1, 0', () => {
  expect([1, 2, 3, 4].map((k) => passHatK({ trials: 5, passed: 3 }, k))).toEqual([
    0.6,
    expect.closeTo(0.3, 12),
    expect.closeTo(0.1, 12),
    0,
  ])
})

test('both agree with counting every draw', () => {
  for (let n = 1; n <= 7; n += 1)
    for (let c = 0; c <= n; c += 1)
      for (let k = 1; k <= n; k += 1) {
        const all = draws(n, k)
        expect(passHatK({ trials: n, passed: c }, k)).toBeCloseTo(
          all.filter((draw) => draw.every((at) => at < c)).length / all.length,
          12,
        )
        expect(passAtK({ trials: n, passed: c }, k)).toBeCloseTo(
          all.filter((draw) => draw.some((at) => at < c)).length / all.length,
          12,
        )
      }
})

test('says nothing about more tries than there were, and stays finite for many', () => {
  expect([
    passAtK({ trials: 2, passed: 2 }, 3),
    passHatK({ trials: 0, passed: 0 }, 1),
    passHatK({ trials: 3, passed: 1 }, 0),
  ]).toEqual([null, null, null])
  expect(passHatK({ trials: 100_000, passed: 99_999 }, 50_000)).toBeCloseTo(0.5, 9)
})

test('an interval is never empty, also where all or none passed', () => {
  expect(wilsonInterval({ trials: 10, passed: 5 })).toEqual({
    low: expect.closeTo(0.2366, 4),
    high: expect.closeTo(0.7634, 4),
  })
  expect(wilsonInterval({ trials: 10, passed: 10 })).toEqual({
    low: expect.closeTo(0.7225, 4),
    high: expect.closeTo(1, 12),
  })
  expect(wilsonInterval({ trials: 10, passed: 0 })).toEqual({
    low: 0,
    high: expect.closeTo(0.2775, 4),
  })
  expect(wilsonInterval({ trials: 0, passed: 0 })).toEqual({ low: 0, high: 1 })
})
