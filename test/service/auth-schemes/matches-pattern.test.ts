import { expect, it } from 'vitest'
import { matchesPattern } from '../../../src/service/auth-schemes/matches-pattern.ts'

it.each([
  ['*.example.com', 'ada.example.com', true],
  ['*.example.com', '.example.com', false],
  ['*.example.com', 'a.b.example.com', false],
  ['*.example.com', 'ada.example.com.evil.test', false],
  ['*-*.example.com', 'a-b-c.example.com', true],
  ['*-*.example.com', 'a-.example.com', false],
  ['*', 'a_b-C9', true],
  ['*', 'é', false],
  ['**', 'a', false],
  ['**', 'ab', true],
  ['a*c', 'ac', false],
  ['(.+)', 'abc', false],
  ['(.+)', '(.+)', true],
  ['', '', true],
  ['', 'a', false],
])('the pattern %j and the value %j: %s', (pattern, value, expected) => {
  expect(matchesPattern(pattern, value)).toBe(expected)
})

it('takes no longer for a pattern that was made to take long', () => {
  // As a regular expression, the first of these takes more than a day.
  expect(matchesPattern(`${'*'.repeat(8)}.example.com`, 'a'.repeat(255))).toBe(false)
  expect(matchesPattern(`${'*-'.repeat(127)}x`, '-'.repeat(255))).toBe(false)
  expect(matchesPattern('*-'.repeat(127), 'a-'.repeat(127))).toBe(true)
})
