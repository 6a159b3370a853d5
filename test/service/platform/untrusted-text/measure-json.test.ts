import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { measureJson } from '../../../../src/service/platform/untrusted-text/index.ts'

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0

it('measures how deep any JSON is nested, whatever its strings hold', () => {
  const strings = fc
    .array(fc.constantFrom('"', '\\', '[', '{', ']', '}', ',', 'a', '\n'))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }),
      fc.dictionary(strings, fc.array(strings)),
      (first, second) => {
        const value = [first, second]
        expect(measureJson(JSON.stringify(value)).depth).toBe(depthOf(value))
        expect(measureJson(JSON.stringify(value, null, 2)).depth).toBe(depthOf(value))
      },
    ),
    { seed: 20_261_121 },
  )
})

it('counts values, and goes through broken JSON too', () => {
  expect(measureJson('{"a":[1,2,3]}').values).toBe(5)
  expect(measureJson('[[],[],[]]').values).toBe(7)
  for (const text of ['', '"', '"\\', '"\\"', '[[[', ']]]', '{"a', '\\"['])
    expect(() => measureJson(text)).not.toThrow()
  expect(measureJson('['.repeat(1_000)).depth).toBe(1_000)
})
