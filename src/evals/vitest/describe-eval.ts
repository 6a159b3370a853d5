import { describe, test } from 'vitest'
import { whyFailed } from '../reports/words.ts'
import type { Runner } from '../runners/runner.ts'
import { runSuite, type Suite, type SuiteOptions } from '../suite/run-suite.ts'
import type { EvalCase } from '../types.ts'

export type EvalSuite = {
  /** The share of the trials of a case that must pass; 1 by default. */
  least?: number | undefined
  /** How long all trials of a case may take, in milliseconds; 60000 by default. */
  timeout?: number | undefined
} & Suite &
  Omit<SuiteOptions, 'onRun' | 'signal' | 'concurrency'>

/**
 * Makes a test of each case and runner, so that evaluations run beside other tests.
 *
 * @example
 * describeEval('issues', { cases: await readCases(['evals/issues.yaml']), runners: [aiSdk(model)], cassettes: openCassettes({ folder: 'cassettes', mode: 'strict' }) })
 */
export const describeEval = (
  name: string,
  { cases, runners, timeout = 60_000, ...options }: EvalSuite,
): void => {
  describe(name, () => {
    for (const runner of runners) {
      describe(runner.adapter, () => {
        for (const evalCase of cases)
          test(evalCase.id, { timeout }, ({ signal }) =>
            expectPass({ evalCase, runner }, { ...options, signal }),
          )
      })
    }
  })
}

/** Runs the trials of a case, and throws why too few of them passed. */
export const expectPass = async (
  { evalCase, runner }: { evalCase: EvalCase; runner: Runner },
  { least = 1, ...options }: SuiteOptions & Pick<EvalSuite, 'least'>,
): Promise<void> => {
  const runs = await runSuite({ cases: [evalCase], runners: [runner] }, options)
  const failed = runs.filter(({ passed }) => !passed)
  if (1 - failed.length / runs.length >= least) return
  const reasons = failed.flatMap((run) =>
    whyFailed(run).map((reason) => (runs.length > 1 ? `trial ${run.trial}: ${reason}` : reason)),
  )
  throw new Error(
    `${runs.length - failed.length} of ${runs.length} trials passed\n${reasons.join('\n')}`,
  )
}
