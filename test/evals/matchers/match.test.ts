import { describe, expect, it } from 'vitest'
import {
  match,
  matchFields,
  matcherSchema,
  type Matcher,
} from '../../../src/evals/matchers/index.ts'
import { verifies } from '../../requirements.ts'

const rows: [Matcher, unknown, number][] = [
  [1, 1.0, 1],
  [1, '1', 0],
  [true, 1, 0],
  [null, undefined, 0],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, 1],
  [[1, 2], [2, 1], 0],
  [{ $exact: { $set: [1] } }, { $set: [1] }, 1],
  [{ $number: 200, relative: 0.01 }, 202, 1],
  [{ $number: 200, relative: 0.01, absolute: 3 }, 203, 1],
  [{ $number: 200, relative: 0.01 }, 203, 0],
  [{ $number: 0.2, absolute: 0.1 }, 0.30000000000000004, 1],
  [{ $number: 3 }, '3', 0],
  [{ $string: 'Big  apple!', case: 'ignore', blanks: 'collapse' }, ' big apple!', 1],
  [{ $string: 'Big apple!', punctuation: 'ignore' }, 'Big, apple', 1],
  [{ $string: 'Big apple' }, 'big apple', 0],
  [{ $string: 'a b', blanks: 'ignore' }, 'ab', 1],
  [{ $string: 'a-b', without: '-' }, 'ab', 1],
  [{ $string: `it's`, quotes: 'same' }, 'it"s', 1],
  [{ $similar: 'kitten', atLeast: 0.5 }, 'sitting', 1 - 3 / 7],
  [{ $similar: 'kitten' }, 'sitting', 0],
  [{ $date: '2026-11-21T10:00:00+01:00' }, '2026-11-21T09:00:00Z', 1],
  [{ $date: '2026-11-21T09:00', withinMs: 60_000 }, '2026-11-21 09:00:59', 1],
  [{ $date: '2026-11-21', withinMs: 60_000 }, '2026-11-22', 0],
  [{ $date: '2026-11-21' }, 'tomorrow', 0],
  [{ $oneOf: ['a', { $pattern: '^b+$' }] }, 'bbb', 1],
  [{ $oneOf: ['a', 'b'] }, 'c', 0],
  [{ $pattern: '^wat', flags: 'i' }, 'Water', 1],
  [{ $pattern: '1' }, 1, 0],
  [{ $set: ['a', 'b', 'b'] }, ['b', 'a', 'b'], 1],
  [{ $set: ['a', 'b'] }, ['a', 'b', 'b'], 2 / 3],
  [{ $set: [{ $oneOf: ['a', 'b'] }, 'a'] }, ['a', 'b'], 1],
  [{ $set: [] }, [], 1],
  [{ $subset: ['a'] }, ['b', 'a'], 1],
  [{ $subset: { a: 1 } }, { a: 1, b: 2 }, 1],
  [{ $subset: { a: 1 } }, { b: 2 }, 0],
  [{ $any: true }, null, 1],
  [{ $any: true }, undefined, 0],
  [{ a: { $optional: 1 } }, {}, 1],
  [{ a: { $optional: 1 } }, { a: 2 }, 0],
  [{ $schema: { type: 'string', minLength: 2 } }, 'ab', 1],
  [{ $schema: { type: 'string', minLength: 2 } }, 'a', 0],
  [(value) => typeof value === 'number', 1, 1],
  [() => ({ value: 0.5, reason: 'half' }), 1, 0.5],
]

describe('match', () => {
  it.each(rows)('%j and %j: %d', (matcher, actual, value) => {
    verifies('evals.matchers')
    const verdict = match(matcherSchema.parse(matcher), actual)

    expect(verdict.value).toBeCloseTo(value, 12)
    expect(verdict.reason === '').toBe(value === 1)
  })

  it('names each place and what is wrong there', () => {
    verifies('evals.matchers')
    const fields = matchFields(
      { title: 'a', tags: ['x'], owner: { name: 'ada' } },
      { title: 'b', tags: ['x', 'y'], owner: {}, more: 1 },
    )

    expect(fields.map(({ path, value, reason }) => [path.join('.'), value, reason])).toEqual([
      ['title', 0, 'expected "a", got "b"'],
      ['tags.0', 1, ''],
      ['tags.1', 0, 'is not expected: "y"'],
      ['owner.name', 0, 'is missing; expected "ada"'],
      ['more', 0, 'is not expected: 1'],
    ])
  })

  it.each([
    [{ $numer: 1 }, '$numer'],
    [{ a: [{ $number: 'x' }] }, 'number'],
    [{ $number: 1, tolerance: 2 }, 'tolerance'],
    [{ $pattern: '(' }, 'is not a regular expression'],
    [{ $date: 'soon' }, 'must be a date or time'],
    [{ $set: [{ $oneOf: [] }] }, '$set'],
    [{ a: Number.NaN }, 'is neither JSON nor a function'],
  ])('refuses %j as a matcher', (matcher, message) => {
    verifies('evals.matchers')
    const parsed = matcherSchema.safeParse(matcher)

    expect(JSON.stringify(parsed.error?.issues)).toContain(message)
  })

  it('refuses what a function answers beyond 0 to 1', () => {
    verifies('evals.matchers')
    expect(() => match(() => 2, 'x')).toThrow('return a boolean or a number from 0 to 1')
  })
})
