import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createTextParser } from '../../../../src/service/platform/untrusted-text/index.ts'
import { parseText } from '../../../../src/service/platform/untrusted-text/parse-text.ts'
import { createWorkerPool } from '../../../../src/service/platform/untrusted-text/worker-pool.ts'
import { createJoin } from '../../../../src/service/platform/untrusted-text/join-value.ts'
import { splitValue } from '../../../../src/service/platform/untrusted-text/split-value.ts'
import { verifies } from '../../../requirements.ts'

const parsed: Record<string, string>[] = []
const texts = createTextParser({
  metrics: {
    counter: () => (labels) => void parsed.push(labels),
    histogram: () => () => {},
    gauges: () => {},
  },
})
afterAll(() => texts.close())

const limits = {
  maximumBytes: 100_000_000,
  maximumValues: 100,
  maximumDepth: 10,
  yaml: { maximumValues: 100 },
}
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'parsed',
    (error: Error & { kind?: string }) => [error.kind, error.message],
  )

describe('text of others', () => {
  it('is parsed in a thread when it is not small, whatever it begins with', async () => {
    verifies('bounds.parsing')
    const json = JSON.stringify({
      items: Array.from({ length: 15_000 }, (_, id) => ({ id })),
      ['__proto__']: { own: true },
    })
    const large = await texts.parseAnswer(Buffer.from(json))
    expect(JSON.stringify(large)).toBe(json)
    const flow = `{openapi: 3.0.3, a: [${'x, '.repeat(20_000)}x]}`
    expect(await texts.parseDocument(flow)).toEqual({
      openapi: '3.0.3',
      a: Array(20_001).fill('x'),
    })
    expect(await texts.parseAnswer('[1]')).toEqual([1])
    expect(parsed.splice(0)).toEqual([
      { kind: 'answer', place: 'thread' },
      { kind: 'document', place: 'thread' },
      { kind: 'answer', place: 'inline' },
    ])
  })

  it('keeps integers that no number holds, where it is asked to', async () => {
    const text = '{"id":9007199254740993,"ids":[-12345678901234567890,9007199254740991,1.0,1e300]}'
    const kept = {
      id: '9007199254740993',
      ids: ['-12345678901234567890', Number.MAX_SAFE_INTEGER, 1, 1e300],
    }
    const keep = { keepsIntegers: true } as const
    expect(await texts.parseAnswer(text, undefined, keep)).toEqual(kept)
    expect(await texts.parseAnswer('{"id":"9007199254740993"}', undefined, keep)).toEqual({
      id: '9007199254740993',
    })
    const long = `[${'1,'.repeat(30_000)}${text}]`
    expect(await texts.parseAnswer(long, undefined, keep)).toEqual([...Array(30_000).fill(1), kept])
    expect(await texts.parseAnswer(text)).toMatchObject({ id: 9007199254740992 })
    expect(await texts.parseDocument(text)).toMatchObject({ id: 9007199254740992 })
    expect(parsed.splice(0).map(({ place }) => place)).toContain('thread')
  })

  it('is counted before it is parsed', async () => {
    verifies('bounds.parsing')
    const values = `[${'[],'.repeat(1_000_000)}[]]`
    expect(await failureOf(texts.parseAnswer(values))).toEqual([
      'too_large',
      'has more than 200,000 values',
    ])
    expect(await failureOf(texts.parseDocument(values))).toEqual([
      'too_large',
      'has more than 2,000,000 values',
    ])
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    expect(await failureOf(texts.parseAnswer(deep))).toEqual([
      'too_large',
      'is nested deeper than 200 levels',
    ])
    expect(await failureOf(texts.parseDocument(`a: ${deep}`))).toEqual([
      'too_large',
      'is nested too deeply',
    ])
    expect(await failureOf(texts.parseDocument(`{a: [${'x, '.repeat(400_000)}x]}`))).toEqual([
      'too_large',
      'has more than 400,000 values',
    ])
  })

  it('is refused with its place and none of its words', async () => {
    expect(await failureOf(texts.parseDocument('{"secret": [1,'))).toEqual([
      'syntax',
      expect.stringMatching(/^is neither JSON nor YAML: [a-z ]+ at line 1, column \d+$/),
    ])
    expect(await failureOf(texts.parseAnswer(`{"secret": ${'1'.repeat(2_000_000)}`))).toEqual([
      'syntax',
      'is not JSON',
    ])
  })

  it('ends with its thread when it takes too much time or memory, and the next has a new one', async () => {
    const endless = createWorkerPool({ workers: 1, timeoutMs: 1, memoryMb: 256 })
    const task = {
      text: `[${'1,'.repeat(1_000_000)}1]`,
      charset: undefined,
      limits: { ...limits, maximumValues: 10_000_000, yaml: { maximumValues: 10_000_000 } },
    }
    expect(await failureOf(endless.parse(task))).toEqual([
      'too_slow',
      'takes longer than 0.001 s to parse',
    ])
    await endless.close()
    const narrow = createWorkerPool({ workers: 1, timeoutMs: 60_000, memoryMb: 16 })
    expect(await failureOf(narrow.parse({ ...task, text: `[${'a, '.repeat(100_000)}a]` }))).toEqual(
      ['too_slow', 'takes too much memory to parse'],
    )
    expect(await narrow.parse({ ...task, text: '[1]' })).toEqual([1])
    await narrow.close()
  })
})

it('counts what aliases of YAML add', () => {
  const text = `a: &a [${Array(40).fill('x').join(', ')}]\nb: [*a, *a]`
  expect(() => parseText(text, limits)).toThrow('has more than 100 values')
  expect(() => parseText(text, { ...limits, maximumValues: 200 })).not.toThrow()
  expect(() => parseText(`a:\n  ${'- '.repeat(40)}x`, limits)).toThrow(
    'is nested deeper than 10 levels',
  )
})

it('takes any value apart and puts the same together again', () => {
  const wide = fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(wide, fc.constantFrom(1, 2_000, 21_000), (parts, times) => {
      const value = {
        parts,
        many: Array.from({ length: times }, () => parts),
        nested: [{ deep: Array.from({ length: times }, (_, at) => at) }],
      }
      const whole = createJoin()
      let isComplete = false
      for (const piece of splitValue(value, { maximumValues: 10_000_000, maximumDepth: 100 })) {
        expect(isComplete).toBe(false)
        isComplete = whole.take(structuredClone(piece))
      }
      expect(isComplete).toBe(true)
      expect(JSON.stringify(whole.value())).toBe(JSON.stringify(value))
    }),
    { seed: 20_261_122, numRuns: 5 },
  )
})
