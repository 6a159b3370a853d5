import { describe, expect, it } from 'vitest'
import { createLog } from '../../../src/service/platform/log.ts'
import { createAvailability } from '../../../src/service/search/embeddings/availability.ts'
import { ModelError } from '../../../src/service/search/embeddings/model-failure.ts'
import { verifies } from '../../requirements.ts'

const start = () => {
  const time = { now: 0 }
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const model = createAvailability({ log, name: 'test/model', now: () => time.now })
  return {
    model,
    lines,
    pass: (ms: number) => (time.now += ms),
    /** Fails the next call; false where none may be made. */
    fail: (error: unknown): boolean => {
      const attempt = model.attempt()
      attempt?.failed(error)
      return attempt !== undefined
    },
  }
}

describe('a model that does not answer', () => {
  it('is let alone twice as long after each failure, and at most five minutes', () => {
    verifies('search.embeddings.optional')
    const { model, fail, pass } = start()
    expect(fail(new Error('timed out'))).toBe(true)
    for (let pauseMs = 1_000; pauseMs < 300_000; pauseMs *= 2) {
      pass(pauseMs - 1)
      expect(fail(new Error('timed out'))).toBe(false)
      pass(1)
      expect(fail(new Error('timed out'))).toBe(true)
    }
    for (let more = 0; more < 3; more += 1) {
      pass(299_999)
      expect(model.attempt()).toBeUndefined()
      pass(1)
      expect(fail(new Error('timed out'))).toBe(true)
    }
  })

  it('is tried by one call at a time', () => {
    verifies('search.embeddings.optional')
    const { model, fail, pass } = start()
    fail(new Error('timed out'))
    pass(1_000)
    const trial = model.attempt()
    expect(trial).toBeDefined()
    expect(model.attempt()).toBeUndefined()
    trial?.answered()
    expect(model.attempt()).toBeDefined()
    expect(model.attempt()).toBeDefined()
  })

  it('fails once for calls that began together, and is let alone as long as it asks', () => {
    verifies('search.embeddings.optional')
    const { model, pass, lines } = start()
    const together = Array.from({ length: 8 }, () => model.attempt())
    const busy = new ModelError('busy', 429, { 'retry-after': '20' })
    for (const attempt of together) attempt?.failed(busy)
    pass(19_999)
    expect(model.attempt()).toBeUndefined()
    pass(1)
    expect(model.attempt()).toBeDefined()
    expect(lines).toHaveLength(1)
  })

  it('is logged when it stops and when it begins to answer, not for each call', () => {
    verifies('search.embeddings.optional')
    const { model, fail, pass, lines } = start()
    for (let call = 0; call < 5; call += 1) {
      fail(new ModelError('down', 503))
      pass(60_000)
    }
    model.attempt()?.answered()
    model.attempt()?.answered()
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'The embedding model failed; searches rank by words only until it answers',
      'The embedding model answers again',
    ])
  })
})

it.each([400, 413, 422])('a text that is refused with %i is no failure of the model', (status) => {
  verifies('search.embeddings.optional')
  const { model, fail, lines } = start()
  for (let text = 0; text < 3; text += 1) expect(fail(new ModelError('no', status))).toBe(true)
  expect(model.attempt()).toBeDefined()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('refused a text')
})

it.each([401, 403, 404, 429, 500, 503])('status %i is a failure of the model', (status) => {
  verifies('search.embeddings.optional')
  const { model, fail } = start()
  fail(new ModelError('no', status))
  expect(model.attempt()).toBeUndefined()
})
