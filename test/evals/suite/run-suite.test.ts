import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { parsePriceFile } from '../../../src/evals/aggregate/price-file.ts'
import { createReport } from '../../../src/evals/reports/create-report.ts'
import { parseReport } from '../../../src/evals/reports/report-schema.ts'
import { toJson } from '../../../src/evals/reports/to-json.ts'
import { toTerminal } from '../../../src/evals/reports/to-terminal.ts'
import type { Runner, RunOptions } from '../../../src/evals/runners/runner.ts'
import { runSuite } from '../../../src/evals/suite/run-suite.ts'
import { parseThreshold } from '../../../src/evals/suite/thresholds.ts'
import type { EvalCase, ScoredRun } from '../../../src/evals/types.ts'
import { verifies } from '../../requirements.ts'
import { toCase, toRun } from '../to-run.ts'

const cases = ['a', 'b', 'c'].map((id): EvalCase => ({
  ...toCase({ calls: [{ tool: 'T_GET', arguments: { id } }] }),
  id,
  tags: [id],
}))

/** Answers rightly, but for the trials that `fails` names. */
const runnerOf = (
  adapter: string,
  fails: (id: string, trial: number) => boolean = () => false,
  seen: RunOptions[] = [],
): Runner => ({
  adapter,
  run: async (evalCase, options = {}) => {
    seen.push(options)
    await setImmediate()
    const trial = options.trial ?? 1
    return toRun(
      evalCase,
      [[{ tool: 'T_GET', arguments: { id: fails(evalCase.id, trial) ? 'wrong' : evalCase.id } }]],
      { trial, model: 'small', usage: { inputTokens: 1000, outputTokens: 0 } },
    )
  },
})

test('runs every case by every runner as often as asked for, some at once, in one order', async () => {
  verifies('evals.suite')
  let underWay = 0
  let most = 0
  const one = runnerOf('one')
  const counted: Runner = {
    adapter: 'other',
    run: async (evalCase, options) => {
      most = Math.max(most, ++underWay)
      const run = await one.run(evalCase, options)
      underWay -= 1
      return run
    },
  }
  const progress: number[] = []
  const runs = await runSuite(
    { cases, runners: [one, counted] },
    { trials: 2, concurrency: 3, onRun: (_run, { done, total }) => progress.push(done / total) },
  )

  expect(runs.map(({ case: { id }, adapter, trial }) => `${id} ${adapter} ${trial}`)).toEqual(
    ['a', 'b', 'c'].flatMap((id) =>
      ['one', 'other'].flatMap((adapter) => [1, 2].map((trial) => `${id} ${adapter} ${trial}`)),
    ),
  )
  expect(runs.every(({ passed }) => passed)).toBe(true)
  expect(progress).toEqual(Array.from({ length: 12 }, (_, index) => (index + 1) / 12))
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(3)
  await expect(runSuite({ cases, runners: [one, one] })).rejects.toThrow(
    'Two runners are named "one"',
  )
})

test('ends at an abort, and asks for prices only where a case has a budget of cost', async () => {
  verifies('evals.suite')
  const controller = new AbortController()
  const seen: RunOptions[] = []
  const aborted = runSuite(
    { cases, runners: [runnerOf('one', undefined, seen)] },
    {
      concurrency: 1,
      signal: controller.signal,
      onRun: () => controller.abort(new Error('enough')),
    },
  )
  await expect(aborted).rejects.toThrow('enough')
  expect(seen).toHaveLength(1)

  const prices = parsePriceFile({
    date: '2026-11-21',
    currency: 'USD',
    source: 'ours',
    models: { small: { input: 2, output: 4 } },
  })
  const priced: RunOptions[] = []
  const [first, ...others] = cases.map((evalCase, index) =>
    index === 0 ? { ...evalCase, budget: { cost: 1 } } : evalCase,
  )
  await runSuite(
    { cases: first ? [first, ...others] : [], runners: [runnerOf('one', undefined, priced)] },
    { prices },
  )
  expect(
    priced.map(({ price }) => price?.('small', { inputTokens: 1_000_000, outputTokens: 0 })),
  ).toEqual([2, undefined, undefined])
  expect(() => priced[0]?.price?.('large', { inputTokens: 1, outputTokens: 1 })).toThrow(
    'does not list the model "large"',
  )
})

test('thresholds decide on what came of it', async () => {
  verifies('evals.thresholds')
  const runs = await runSuite(
    { cases, runners: [runnerOf('one', (id, trial) => id === 'a' && trial === 2)] },
    { trials: 3 },
  )
  const check = (...texts: string[]) =>
    createReport(runs, { thresholds: texts.map(parseThreshold) })
  const held = (report: ReturnType<typeof check>) => report.thresholds.map(({ holds }) => holds)

  expect(createReport(runs).outcome).toBe('below-thresholds')
  expect(toTerminal(createReport(runs))).toMatch(
    / {2}pass@2 100 %, pass\^2 77\.8 %; pass@3 100 %, pass\^3 66\.7 %\n[^]*one, flaky: a 2\/3\n/,
  )
  expect(check('0.88').outcome).toBe('passed')
  expect(
    held(
      check(
        '0.9',
        'pass@3=1',
        'pass^3=0.6',
        'pass^3=0.7',
        'pass^4=0',
        'tag:a=0.6',
        'tag:a=0.7',
        'tag:none=0',
        'toolkit:t=0.8',
        'tools=1',
        'arguments=0.9',
        'constructor=0',
      ),
    ),
  ).toEqual([false, true, true, false, false, true, false, false, true, true, false, false])
  const rare = await runSuite(
    { cases: cases.slice(0, 1), runners: [runnerOf('one', (_, trial) => trial > 1)] },
    { trials: 5 },
  )
  const least = ['pass=0.2', 'pass@1=0.2', 'pass^1=0.2', 'pass@1=0.21'].map(parseThreshold)
  expect(held(createReport(rare, { thresholds: least }))).toEqual([true, true, true, false])
  for (const text of ['', '1.1', 'pass=', '=1', 'pass=much'])
    expect(() => parseThreshold(text)).toThrow('is not a threshold')

  const unreached: ScoredRun[] = runs.map((run, index) =>
    index === 0
      ? {
          ...run,
          scores: [],
          passed: false,
          error: { kind: 'replay-miss', message: 'No recording' },
        }
      : run,
  )
  expect(createReport(unreached, { thresholds: [{ name: 'pass', least: 0 }] })).toMatchObject({
    outcome: 'infrastructure',
    summaries: [{ infrastructureErrors: 1, total: { trials: 8 } }],
  })
})

test('a report compares with an earlier one case by case, where cases that pass at times count by how often', async () => {
  verifies('evals.baseline', 'evals.prices')
  const [a, b, c] = cases
  if (!a || !b || !c) throw new Error('There are too few cases')
  const earlier = createReport(
    await runSuite(
      { cases: [a, b], runners: [runnerOf('one', (id, trial) => id === 'a' && trial > 1)] },
      { trials: 3 },
    ),
  )
  const runs = await runSuite(
    {
      cases: [b, a, c],
      runners: [
        runnerOf('one', (id, trial) => (id === 'b' ? trial === 2 : id === 'a' && trial === 3)),
        runnerOf('other'),
      ],
    },
    { trials: 3 },
  )
  const prices = parsePriceFile({
    date: '2026-11-21',
    currency: 'USD',
    source: 'ours',
    models: { large: { input: 1, output: 1 } },
  })
  const report = createReport(runs, { baseline: parseReport(JSON.parse(toJson(earlier))), prices })

  expect(report.comparisons).toEqual([
    {
      adapter: 'one',
      cases: 2,
      before: expect.closeTo(2 / 3, 12),
      after: expect.closeTo(2 / 3, 12),
      better: ['a'],
      worse: ['b'],
      added: ['c'],
      removed: [],
      pValue: 1,
    },
  ])
  expect(report.summaries[0]?.cases.filter(({ isFlaky }) => isFlaky).map(({ id }) => id)).toEqual([
    'b',
    'a',
  ])
  expect(report.summaries.map(({ cost }) => cost)).toEqual([null, null])
  const text = toTerminal(report)
  expect(text).toContain(
    'one compared with the baseline, over 2 cases: 66.7 % before, 66.7 % now (p = 1.000)\n  better: a\n  worse: b\n  new: c\n',
  )
  expect(text).toContain('one, flaky: b 2/3, a 2/3')
  expect(text).toContain('cost unknown: a model has no price')
  expect(toTerminal(createReport(runs.slice(0, 3), { baseline: report }))).toContain(
    '  removed: a, c\n',
  )
})
