import { expect, test } from 'vitest'
import { openCassettes } from '../../../src/evals/cassettes/open-cassettes.ts'
import { readCases } from '../../../src/evals/cases/index.ts'
import { openaiEndpoint } from '../../../src/evals/runners/openai/openai-endpoint.ts'
import type { Runner } from '../../../src/evals/runners/runner.ts'
import { describeEval, expectPass } from '../../../src/evals/vitest/describe-eval.ts'
import '../../../src/evals/vitest/index.ts'
import { verifies } from '../../requirements.ts'
import { toCase, toRun } from '../to-run.ts'

// Tests of vitest as its users get them.
describeEval('a recorded model', {
  cases: await readCases(['examples/eval-harness/cases/several-steps.yaml']),
  runners: [await openaiEndpoint({ model: 'scripted' })],
  cassettes: openCassettes({ folder: 'examples/eval-harness/recordings', mode: 'strict' }),
})

const evalCase = toCase({ calls: [{ tool: 'GET', arguments: { id: 1 } }] })
const runner: Runner = {
  adapter: 'test',
  run: async (given, { trial = 1 } = {}) =>
    toRun(given, [[{ tool: 'GET', arguments: { id: trial } }]], { trial }),
}

test('a test of a case fails with the reasons of its trials, where too few pass', async () => {
  verifies('evals.vitest')
  await expectPass({ evalCase, runner }, {})
  await expectPass({ evalCase, runner }, { trials: 2, least: 0.5 })
  await expectPass({ evalCase, runner }, { trials: 5, least: 0.2 })
  await expect(expectPass({ evalCase, runner }, { trials: 2 })).rejects.toThrow(
    '1 of 2 trials passed\ntrial 2: arguments 0 %: GET: id: expected 1, got 2',
  )
})

test('a test of a case fails where a trial could not be scored, however few must pass', async () => {
  verifies('evals.vitest')
  const unrecorded: Runner = {
    adapter: 'test',
    run: async (given, options = {}) =>
      options.trial === 2
        ? toRun(given, [], { trial: 2, error: { kind: 'replay-miss', message: 'Not recorded' } })
        : runner.run(given, options),
  }
  for (const least of [0, 0.5])
    await expect(
      expectPass({ evalCase, runner: unrecorded }, { trials: 2, least }),
    ).rejects.toThrow(
      '1 of 2 trials passed, and not all could be scored\ntrial 2: replay-miss: Not recorded',
    )
})

test('toCallTools compares the calls of a run or of a list by the rules of cases', async () => {
  verifies('evals.vitest')
  const run = await runner.run(evalCase)

  expect(run).toCallTools([{ tool: 'GET', arguments: { id: { $oneOf: [1, 2] } } }])
  expect(run).not.toCallTools([{ tool: 'GET' }])
  expect(run).not.toCallTools([])
  expect(run).toCallTools([], { extraCalls: 'allowed' })
  const calls = [
    { tool: 'A', arguments: {} },
    { tool: 'B', arguments: {} },
  ]
  expect(calls).toCallTools([{ tool: 'B' }, { tool: 'A' }])
  expect([]).toCallTools([])
  expect(() => expect(calls).toCallTools([{ tool: 'A' }])).toThrow(
    'extra-calls 50 %: Not expected: B {}',
  )
  expect(() => expect('text').toCallTools([])).toThrow('expects a run with its steps')
})
