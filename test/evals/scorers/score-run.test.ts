import { describe, expect, it } from 'vitest'
import { scoreExpected, scoreRun } from '../../../src/evals/scorers/index.ts'
import type { CaseTool, Expectation } from '../../../src/evals/types.ts'
import { verifies } from '../../requirements.ts'
import { toCase, toRun } from '../to-run.ts'

const create: CaseTool = {
  name: 'CREATE',
  inputSchema: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      state: { type: 'string', default: 'open' },
      labels: { type: 'array' },
      owner: { type: 'object', properties: { role: { default: 'member' } } },
    },
  },
}
type Steps = Parameters<typeof toRun>[1]
const score = (expect: Expectation, steps: Steps, others = {}) =>
  Object.fromEntries(
    scoreExpected(toRun(toCase(expect, [create]), steps, others)).map(({ name, value }) => [
      name,
      value,
    ]),
  )
const called = (title: string, more = {}) => ({ tool: 'CREATE', arguments: { title, ...more } })
const wanted = (title: string, more = {}) => ({ tool: 'CREATE', arguments: { title }, ...more })

describe('calls', () => {
  it('pairs parallel calls so that the most is right, whatever their order', () => {
    verifies('evals.scores.calls', 'evals.assignment')
    const calls = [{ tool: 'CREATE', arguments: { title: { $pattern: '.' } } }, wanted('a')]

    expect(score({ calls }, [[called('a'), called('b')]])).toEqual({
      tools: 1,
      arguments: 1,
      'extra-calls': 1,
    })
    expect(score({ calls: [wanted('a'), wanted('b')] }, [[called('b')]])).toEqual({
      tools: 0.5,
      arguments: 0.5,
      'extra-calls': 1,
    })
    expect(
      score({ calls: [wanted('a')] }, [[{ tool: 'OTHER', arguments: { title: 'a' } }]]),
    ).toEqual({ tools: 0, arguments: 0, 'extra-calls': 0.5 })
  })

  it('takes a default of the schema and absence for the same, both ways and deeper, unless told not to', () => {
    verifies('evals.scores.calls')
    const open = { tool: 'CREATE', arguments: { title: 'a', state: 'open' } }

    expect(score({ calls: [open] }, [[called('a')]]).arguments).toBe(1)
    expect(score({ calls: [wanted('a')] }, [[called('a', { state: 'open' })]]).arguments).toBe(1)
    expect(
      score({ calls: [{ tool: 'CREATE', arguments: { title: 'a', owner: { role: 'member' } } }] }, [
        [called('a', { owner: {} })],
      ]).arguments,
    ).toBe(1)
    expect(
      score({ calls: [{ tool: 'CREATE', arguments: { title: 'a', owner: {} } }] }, [
        [called('a', { owner: { role: 'member' } })],
      ]).arguments,
    ).toBe(1)
    expect(score({ calls: [wanted('a')] }, [[called('a', { state: 'closed' })]]).arguments).toBe(
      0.5,
    )
    expect(score({ calls: [{ ...open, defaults: 'different' }] }, [[called('a')]]).arguments).toBe(
      0.5,
    )
  })

  it('takes an argument for one whatever its name', () => {
    verifies('evals.scores.calls')
    const call = { tool: 'LIST', arguments: { $filter: "state eq 'open'", $top: { $number: 5 } } }

    expect(
      score({ calls: [call] }, [
        [{ tool: 'LIST', arguments: { $filter: "state eq 'open'", $top: 5 } }],
      ]).arguments,
    ).toBe(1)
    expect(
      score({ calls: [call] }, [
        [{ tool: 'LIST', arguments: { $filter: "state eq 'open'", $top: 6 } }],
      ]).arguments,
    ).toBe(0.5)
    expect(
      score({ calls: [call] }, [[{ tool: 'LIST', arguments: { $filter: "state eq 'open'" } }]])
        .arguments,
    ).toBe(0.5)
  })

  it('weighs arguments, and lets others be where they are allowed', () => {
    verifies('evals.scores.calls')
    const call = { tool: 'CREATE', arguments: { title: 'a', labels: ['x', 'y'] } }

    expect(
      score({ calls: [{ ...call, weights: { title: 3 } }] }, [
        [called('a', { labels: ['x', 'z'] })],
      ]).arguments,
    ).toBe((3 + 0.5) / 4)
    expect(
      score({ calls: [{ ...call, weights: { labels: 0 } }] }, [[called('a', { labels: [] })]])
        .arguments,
    ).toBe(1)
    expect(
      score({ calls: [wanted('a', { extraArguments: 'allowed' })] }, [
        [called('a', { labels: [] })],
      ]).arguments,
    ).toBe(1)
    expect(
      score({ calls: [wanted('a')] }, [[{ tool: 'CREATE', arguments: '{"title' }]]).arguments,
    ).toBe(0)
  })

  it('judges the order of all calls, or of those that say after which they come', () => {
    verifies('evals.scores.calls')
    const calls = [wanted('a'), wanted('b'), wanted('a')]

    expect(
      score({ calls, order: 'total' }, [[called('a')], [called('b')], [called('a')]]).order,
    ).toBe(1)
    expect(
      score({ calls, order: 'total' }, [[called('a')], [called('a')], [called('b')]]).order,
    ).toBeLessThan(1)
    const partial: Expectation = {
      order: 'partial',
      calls: [wanted('a', { id: 'late', after: ['b'] }), wanted('b', { id: 'b' }), wanted('a')],
    }
    expect(score(partial, [[called('a')], [called('b')], [called('a')]]).order).toBe(1)
    expect(score(partial, [[called('a')], [called('a'), called('b')]]).order).toBe(0)
  })

  it('counts calls beyond the expected ones only where they are forbidden', () => {
    verifies('evals.scores.calls')

    expect(score({ calls: [wanted('a')] }, [[called('a'), called('a')]])['extra-calls']).toBe(0.5)
    expect(
      score({ calls: [wanted('a')], extraCalls: 'allowed' }, [[called('a'), called('a')]]),
    ).not.toHaveProperty('extra-calls')
  })

  it('looks into a multi-execute, and takes no search for an answer', () => {
    verifies('evals.scores.calls', 'evals.scores.behaviour')
    const multi = {
      tool: 'SVC_MULTI_EXECUTE_TOOL',
      arguments: {
        tools: [
          { tool_slug: 'CREATE', arguments: { title: 'a' } },
          { tool_slug: 'CREATE', arguments: { title: 'b' } },
        ],
      },
      result: {
        data: {
          results: [
            { data: {}, error: 'full' },
            { data: {}, error: null },
          ],
        },
      },
    }
    const search = { tool: 'SVC_SEARCH_TOOLS', arguments: {} }
    const expected: Expectation = { calls: [wanted('a'), wanted('b')], searchFirst: true }

    expect(score(expected, [[search], [multi]])).toEqual({
      tools: 1,
      arguments: 1,
      'extra-calls': 1,
      'search-first': 1,
    })
    expect(score(expected, [[search, multi]])['search-first']).toBe(0)
    expect(score({ recovers: true }, [[search], [multi]]).recovery).toBe(0)
    expect(score({ recovers: true }, [[multi], [called('a')]]).recovery).toBe(1)
  })
})

describe('behaviour and outcome', () => {
  it('judges calls at all, forbidden tools, steps and recovery', () => {
    verifies('evals.scores.behaviour')
    const failed = { ...called('a'), error: 'is full' }

    expect(score({ noCall: true }, [[]])).toEqual({ 'no-call': 1 })
    expect(score({ noCall: true }, [[called('a')]])).toEqual({ 'no-call': 0 })
    expect(score({ someCall: true }, [[]])).toEqual({ 'some-call': 0 })
    expect(score({ forbidden: ['CREATE'], steps: 1 }, [[called('a')], []])).toEqual({
      forbidden: 0,
      steps: 0.5,
    })
    expect(score({ recovers: true, calls: [wanted('a')] }, [[failed], [called('a')]])).toEqual({
      tools: 1,
      arguments: 1,
      'extra-calls': 1,
      recovery: 1,
    })
    expect(score({ recovers: true }, [[failed, called('a')]])).toEqual({ recovery: 0 })
    expect(score({ recovers: true }, [[called('a')]])).toEqual({ recovery: null })
  })

  it('judges the last text and the end state, which must have been read', () => {
    verifies('evals.scores.behaviour')
    const expect_: Expectation = {
      text: { $pattern: 'done' },
      state: { read: { tool: 'LIST', arguments: {} }, expect: { $subset: ['a'] } },
    }

    expect(score(expect_, [[]], { text: 'All done', state: ['b', 'a'] })).toEqual({
      text: 1,
      state: 1,
    })
    expect(score(expect_, [[]], { text: 'No' })).toEqual({ text: 0, state: 0 })
  })

  it('gives a run an error where its judge fails, and asks none where no answer came', async () => {
    verifies('evals.scores.behaviour')
    const run = toRun(toCase({ noCall: true }), [[]])
    const failing = await scoreRun(run, { judge: () => Promise.reject(new Error('no model')) })
    const beyond = await scoreRun(run, { judge: () => Promise.resolve({ value: 7, reason: '' }) })

    expect(failing).toMatchObject({
      passed: false,
      error: { kind: 'evaluator', message: 'The judge failed: no model' },
      scores: [
        { name: 'no-call', value: 1 },
        { name: 'judge', value: null },
      ],
    })
    expect(beyond).toMatchObject({
      passed: false,
      error: { kind: 'evaluator', message: expect.stringContaining('returned 7') },
    })
    const stopped = { ...run, error: { kind: 'budget' as const, message: 'Spent' } }
    const both = await scoreRun(stopped, { judge: () => Promise.reject(new Error('no model')) })
    expect(both).toMatchObject({ passed: false, error: { kind: 'budget' } })
    expect(
      await scoreRun(run, { judge: () => Promise.resolve({ value: 0.5, reason: 'so so' }) }),
    ).toMatchObject({ passed: false })
    expect(
      await scoreRun({ ...run, error: { kind: 'infrastructure', message: 'refused' } }),
    ).toMatchObject({ passed: false, scores: [] })
    expect(
      await scoreRun({ ...run, error: { kind: 'budget', message: 'too long' } }),
    ).toMatchObject({ passed: false, scores: [{ value: 1 }] })
  })
})
