import { describe, test } from 'vitest'
import { isUnscored } from '../is-unscored.ts'
import { failureReasons } from '../reports/texts.ts'
import type { Runner } from '../runners/runner.ts'
import { runSuite, type Suite, type SuiteOptions } from '../suite/run-suite.ts'
import type { EvalCase } from '../types.ts'

export type EvalSuite = {
  /**
   * Share of the trials of a case that must pass; default: 1. A trial that could not be scored, such
   * as one without a recording, fails the test in any case.
   */
  least?: number | undefined
  /** Timeout for all trials of a case in milliseconds; default: 60,000. */
  timeout?: number | undefined
} & Suite &
  Omit<SuiteOptions, 'onRun' | 'signal' | 'concurrency'>

/**
 * Creates a test for each case and runner, so that evaluations run in your test suite.
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

/** Runs the trials of a case, and throws the reasons if too few pass or one could not be scored. */
export const expectPass = async (
  { evalCase, runner }: { evalCase: EvalCase; runner: Runner },
  { least = 1, ...options }: SuiteOptions & Pick<EvalSuite, 'least'>,
): Promise<void> => {
  const runs = await runSuite({ cases: [evalCase], runners: [runner] }, options)
  const failed = runs.filter(({ passed }) => !passed)
  const isScored = !runs.some(({ error }) => isUnscored(error))
  if (isScored && (runs.length - failed.length) / runs.length >= least) return
  const reasons = failed.flatMap((run) =>
    failureReasons(run).map((reason) =>
      runs.length > 1 ? `trial ${run.trial}: ${reason}` : reason,
    ),
  )
  throw new Error(
    `${runs.length - failed.length} of ${runs.length} trials passed${isScored ? '' : ', and not all could be scored'}\n${reasons.join('\n')}`,
  )
}
