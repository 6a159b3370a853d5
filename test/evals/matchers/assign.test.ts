import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { assign } from '../../../src/evals/matchers/index.ts'
import { verifies } from '../../requirements.ts'
import { isThorough } from '../../support/thorough.ts'

/** The best sum, by trying every way. */
const tryAll = (weights: number[][], row = 0, taken = new Set<number>()): number => {
  const own = weights[row]
  if (!own) return 0
  const without = tryAll(weights, row + 1, taken)
  return own.reduce(
    (best, weight, column) =>
      taken.has(column)
        ? best
        : Math.max(best, weight + tryAll(weights, row + 1, new Set([...taken, column]))),
    without,
  )
}

const matrix = (rows: number, columns: number) =>
  fc.array(
    fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.double({ min: 0, max: 5, noNaN: true })), {
      minLength: columns,
      maxLength: columns,
    }),
    { minLength: rows, maxLength: rows },
  )

it('finds the sum that trying all ways finds, up to 7 of each', () => {
  verifies('evals.assignment')
  const most = isThorough ? 7 : 5
  const weights = fc
    .tuple(fc.nat(most), fc.nat(most))
    .chain(([rows, columns]) => matrix(rows, columns))

  fc.assert(
    fc.property(weights, (given) => {
      const { columnOf, total, isTight } = assign(given)
      const used = columnOf.filter((column) => column !== undefined)

      expect(new Set(used).size).toBe(used.length)
      expect(total).toBeCloseTo(tryAll(given), 9)
      for (const [row, column] of columnOf.entries())
        if (column !== undefined) expect(isTight(row, column)).toBe(true)
    }),
    { numRuns: isThorough ? 300 : 100 },
  )
})

it('finds it for 7 calls of which each fits each', () => {
  verifies('evals.assignment')
  const given = Array.from({ length: 7 }, (_, row) =>
    Array.from({ length: 7 }, (_, column) => ((row * 5 + column * 3 + row * column) % 11) / 10),
  )

  expect(assign(given).total).toBeCloseTo(tryAll(given), 9)
})
