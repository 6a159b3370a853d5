import { expect, test } from 'vitest'
import { compareWithBaseline } from '../../../src/evals/aggregate/compare-with-baseline.ts'
import { costOf, parsePriceFile } from '../../../src/evals/aggregate/price-file.ts'
import { summarize } from '../../../src/evals/aggregate/summarize.ts'
import type { ScoredRun } from '../../../src/evals/types.ts'
import { verifies } from '../../requirements.ts'

const run = (
  id: string,
  passed: boolean,
  rest: Partial<ScoredRun> & { tags?: string[]; tool?: string } = {},
): ScoredRun => {
  const { tags, tool = 'TRACKER_LIST_ISSUES', ...more } = rest
  return {
    case: { id, tags, messages: [], tools: [], expect: { calls: [{ tool, arguments: {} }] } },
    adapter: 'ai-sdk',
    trial: 1,
    tools: [],
    steps: [],
    text: '',
    calls: [],
    usage: { inputTokens: 10, outputTokens: 2 },
    ms: 5,
    scores: [
      { name: 'calls', value: passed ? 1 : 0.5, reason: '' },
      { name: 'judge', value: null, reason: 'did not answer' },
    ],
    passed,
    ...more,
  }
}

test('sums up trials, cases, tags and toolkits of each adapter, and leaves out what says nothing about the model', () => {
  const [ai, other, ...rest] = summarize([
    run('a', true, { tags: ['write'] }),
    run('a', false, { tags: ['write'], trial: 2 }),
    run('b', true, { tool: 'CALENDAR_LIST_EVENTS', tags: ['write', 'read'] }),
    run('b', true, { tool: 'CALENDAR_LIST_EVENTS', tags: ['write', 'read'], trial: 2 }),
    run('c', false, { error: { kind: 'infrastructure', message: 'no answer' } }),
    run('a', false, { adapter: 'openai' }),
  ])

  expect(rest).toEqual([])
  expect(ai).toMatchObject({
    adapter: 'ai-sdk',
    total: {
      cases: 2,
      trials: 4,
      passed: 3,
      passRate: 0.75,
      scores: { calls: 0.875 },
      passAt: { 1: 0.75, 2: 1 },
      passHat: { 1: 0.75, 2: 0.5 },
    },
    cases: [
      { id: 'a', trials: 2, passed: 1, isFlaky: true },
      { id: 'b', trials: 2, passed: 2, isFlaky: false },
    ],
    tags: { read: { cases: 1, passed: 2 }, write: { cases: 2, passed: 3 } },
    toolkits: { calendar: { passed: 2 }, tracker: { passed: 1 } },
    usage: { inputTokens: 50, outputTokens: 10 },
    ms: 25,
    infrastructureErrors: 1,
  })
  expect(ai?.total.scores).not.toHaveProperty('judge')
  expect(other).toMatchObject({ adapter: 'openai', total: { passRate: 0, passHat: { 1: 0 } } })
  expect(summarize([])).toEqual([])
})

test('the longest known toolkit of a slug is the one of its call', () => {
  const slugs = ['SLOW_API_LIST', 'SLOW_CRM_LIST', 'ONE_DRIVE_GET', 'SLOW_LIST', 'OTHER_LIST']
  const runs = slugs.map((tool) => run(tool, true, { tool }))
  const groups = (...more: Parameters<typeof summarize>) =>
    Object.keys(summarize(...more)[0]?.toolkits ?? {})

  expect(groups(runs)).toEqual(['one', 'other', 'slow'])
  expect(groups(runs, ['slow', 'slow-api'])).toEqual(['one', 'other', 'slow', 'slow-api'])
  const [first, ...others] = runs.map((each) => ({ ...each }))
  if (!first) throw new Error('There are no runs')
  first.case = {
    ...first.case,
    tools: { session: { userId: 'ada', config: { toolkits: { enable: ['slow_api'] } } } },
  }
  const calls = [
    {
      id: '1',
      tool: 'SVC_SEARCH_TOOLS',
      arguments: {},
      result: { toolkit_connection_statuses: [{ toolkit: 'slow_crm' }] },
    },
    {
      id: '2',
      tool: 'ONE_DRIVE_GET',
      arguments: {},
      error: 'It has no active connection',
      result: { toolkit: 'one_drive', user_id: 'ada' },
    },
  ]
  first.steps = [{ calls, text: '', usage: first.usage, ms: 0 }]
  first.calls = calls
  expect(groups([first, ...others])).toEqual(['one_drive', 'other', 'slow', 'slow_api', 'slow_crm'])
})

test('compares case by case with an earlier run, and says how much chance explains', () => {
  verifies('evals.baseline')
  const then = ['a', 'b', 'c', 'd', 'e', 'f', 'gone'].map((id) => ({
    id,
    trials: 1,
    passed: 0,
    isFlaky: false,
  }))
  const now = ['a', 'b', 'c', 'd', 'e', 'f', 'new'].map((id) => ({
    id,
    trials: 1,
    passed: 1,
    isFlaky: false,
  }))

  expect(compareWithBaseline(then, now)).toEqual({
    cases: 6,
    before: 0,
    after: 1,
    better: ['a', 'b', 'c', 'd', 'e', 'f'],
    worse: [],
    added: ['new'],
    removed: ['gone'],
    pValue: expect.closeTo(2 / 64, 12),
  })
  expect(compareWithBaseline(then, then)).toMatchObject({ better: [], worse: [], pValue: 1 })
  const many = Array.from({ length: 4000 }, (_, index) => ({
    id: `${index}`,
    trials: 2,
    passed: index % 2,
    isFlaky: false,
  }))
  expect(
    compareWithBaseline(
      many,
      many.map((each) => ({ ...each, passed: 1 - each.passed })),
    ).pValue,
  ).toBe(1)
})

test('reckons the cost of a run by a dated price file, and refuses a file that is none', () => {
  verifies('evals.prices')
  const prices = parsePriceFile({
    date: '2026-11-21',
    currency: 'USD',
    source: 'ours',
    models: { small: { input: 1, cachedInput: 0.1, output: 10 }, plain: { input: 2, output: 4 } },
  })
  const usage = { inputTokens: 1_000_000, outputTokens: 500_000, cachedInputTokens: 400_000 }

  expect(costOf(prices, 'small', usage)).toBeCloseTo(0.6 + 0.04 + 5, 12)
  expect(costOf(prices, 'plain', usage)).toBeCloseTo(4, 12)
  expect([costOf(prices, 'unknown', usage), costOf(prices, 'constructor', usage)]).toEqual([
    null,
    null,
  ])
  const file = {
    date: '2026-11-21',
    currency: 'USD',
    source: 'ours',
    models: { small: { input: 1, output: 2 } },
  }
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ date: undefined }, /date/],
    [{ date: '21.11.2026' }, /date/],
    [{ currency: '$' }, /must be a currency such as USD/],
    [{ source: '' }, /source/],
    [{ models: { small: { input: -1, output: 2 } } }, /models\.small\.input/],
    [{ models: { small: { input: '1', output: 2 } } }, /models\.small\.input/],
    [{ models: { small: { input: 1 } } }, /models\.small\.output/],
    [{ models: { small: { input: 1, output: 2, cached: 0 } } }, /cached/],
    [{ perToken: true }, /perToken/],
  ]
  for (const [change, why] of wrong)
    expect(() => parsePriceFile({ ...file, ...change }), JSON.stringify(change)).toThrow(why)
})
