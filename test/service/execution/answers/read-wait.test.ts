import { expect, it } from 'vitest'
import { readWait } from '../../../../src/service/execution/answers/read-wait.ts'

const at = Date.parse('2026-11-21T12:00:00.000Z')

it.each([
  ['7', 'seconds', 7000],
  [7, 'seconds', 7000],
  ['0.5', 'seconds', 500],
  ['250', 'milliseconds', 250],
  ['1m30s', 'seconds', 90_000],
  ['6m0s', 'milliseconds', 360_000],
  ['20ms', 'seconds', 20],
  [String(at / 1000 + 60), 'unix_seconds', 60_000],
  [at + 60, 'unix_milliseconds', 60],
  ['Sat, 21 Nov 2026 12:01:00 GMT', 'seconds', 60_000],
  ['2026-11-21T12:00:30Z', 'date', 30_000],
  ['60', 'by_size', 60_000],
  [at / 1000 + 60, 'by_size', 60_000],
  [String(at + 60_000), 'by_size', 60_000],
  // What has passed already is no reason to wait, and nobody waits for longer than a month.
  ['-5', 'seconds', 0],
  ['Sat, 21 Nov 2020 12:00:00 GMT', 'date', 0],
  ['1e12', 'seconds', undefined],
  ['999999999999', 'seconds', 31 * 86_400_000],
  ['60', 'date', undefined],
  ['soon', 'seconds', undefined],
  ['', 'seconds', undefined],
  ['9'.repeat(400), 'seconds', undefined],
  [Number.NaN, 'seconds', undefined],
  [{}, 'seconds', undefined],
  [undefined, 'seconds', undefined],
] as const)('%j in %s is %j ms', (given, unit, expected) => {
  expect(readWait(given, { unit }, at)).toBe(expected)
})
