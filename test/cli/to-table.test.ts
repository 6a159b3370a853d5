import { expect, test } from 'vitest'
import { toReadableTime } from '../../src/cli/to-readable-time.ts'
import { toTable } from '../../src/cli/to-table.ts'

test('aligns columns by what a terminal shows', () => {
  expect(
    toTable([
      ['日本', 'a'],
      ['e\u0301', 'b'],
      ['plain', 'c'],
    ]).split('\n'),
  ).toEqual(['日本   a', 'e\u0301      b', 'plain  c'])
})

test('fits the width, and cuts neither the first column nor ids', () => {
  const rows = [['the first column stays', 'x'.repeat(60), 'ca_3Hn6bVt9Qe2Ls8Yc4', 'short']]
  expect(toTable(rows, 80)).toBe(
    `the first column stays  ${'x'.repeat(26)}…  ca_3Hn6bVt9Qe2Ls8Yc4  short`,
  )
  expect(toTable(rows, 20)).toBe(
    `the first column stays  ${'x'.repeat(15)}…  ca_3Hn6bVt9Qe2Ls8Yc4  short`,
  )
  expect(toTable(rows)).toContain('x'.repeat(60))
})

test('what third parties wrote moves no cursor and starts no line', () => {
  expect(toTable([['\u001b[2J\u001b]0;title\u0007evil\r\nname\u202e', 'b']])).toBe('evil name  b')
})

test('times are short, and complete where that matters', () => {
  const now = new Date(2026, 10, 24, 12)
  expect(toReadableTime(new Date(2026, 10, 24, 9, 5, 7), now)).toBe('09:05:07')
  expect(toReadableTime(new Date(2026, 1, 3, 9, 5, 7), now)).toBe('02-03 09:05')
  expect(toReadableTime(new Date(2025, 10, 24, 9, 5, 7), now)).toBe('2025-11-24 09:05')
})
