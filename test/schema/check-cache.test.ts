import { expect, it } from 'vitest'
import type { Check } from '../../src/schema/compiler/check.ts'
import { compileSchema } from '../../src/schema/index.ts'
import { cachedCheck } from '../../src/schema/check-cache.ts'
import { verifies } from '../requirements.ts'

const tool = (extra: Record<string, unknown> = {}) => ({
  type: 'object',
  properties: { title: { type: 'string', enum: ['a', 'b'] } },
  required: ['title'],
  ...extra,
})

const check = (): Check => () => true

it('equal schemas share what is compiled, whatever the order in them', () => {
  verifies('zod.lazy')
  const first = check()

  expect(cachedCheck(tool({ $comment: 'shared' }), undefined, first)).toBe(first)
  expect(cachedCheck(tool({ $comment: 'shared' }), undefined, check())).toBe(first)
  expect(cachedCheck({ $comment: 'shared', ...tool() }, undefined, check())).toBe(first)
})

it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['one says more', tool(), tool({ minProperties: 1 })],
  ['a number is another', tool({ maxProperties: 1 }), tool({ maxProperties: 2 })],
  ['a list is longer', tool({ enum: [1] }), tool({ enum: [1, 2] })],
  ['null stands for something', tool({ const: null }), tool({ const: Number.NaN })],
  ['a list is no object', tool({ default: [] }), tool({ default: {} })],
  ['a name is inherited', tool({ default: { toString: 1 } }), tool({ default: { other: 1 } })],
])('schemas that differ share nothing: %s', (_, one, other) => {
  const own = check()
  cachedCheck(one, undefined, check())

  expect(cachedCheck(other, undefined, own)).toBe(own)
})

it('the same schema read as another draft is another', () => {
  const own = check()
  cachedCheck(tool({ $comment: 'draft' }), undefined, check())

  expect(cachedCheck(tool({ $comment: 'draft' }), 'draft-07', own)).toBe(own)
})

it('keeps the last used of many, and judges on', () => {
  verifies('zod.lazy')
  const [kept, lost] = [check(), check()]
  cachedCheck(tool({ description: 'kept' }), undefined, kept)
  cachedCheck(tool({ description: 'lost long ago' }), undefined, lost)
  for (let count = 0; count < 2_500; count += 1) {
    cachedCheck({ properties: { [`name_${count}`]: {} } }, undefined, check())
    if (count % 1_000 === 0) cachedCheck(tool({ description: 'kept' }), undefined, check())
  }

  expect(cachedCheck(tool({ description: 'kept' }), undefined, check())).toBe(kept)
  expect(cachedCheck(tool({ description: 'lost long ago' }), undefined, check())).not.toBe(lost)
})

it('comes into play when a schema is used again', () => {
  const verdicts = () => {
    const { validate } = compileSchema(tool({ $comment: 'again' }))
    return [{ title: 'a' }, { title: 'c' }, {}, { title: 'b' }].map((value) => validate(value).ok)
  }

  expect(verdicts()).toEqual([true, false, false, true])
  expect(verdicts()).toEqual([true, false, false, true])
})

it('a schema that holds itself as an object is compared no deeper than schemas go', () => {
  const circle = () => {
    const schema: Record<string, unknown> = { type: 'object' }
    return Object.assign(schema, { default: schema })
  }
  const own = check()
  cachedCheck(circle(), undefined, check())

  expect(cachedCheck(circle(), undefined, own)).toBe(own)
})
