import { costOf, UnknownPriceError, type PriceFile } from '../aggregate/price-file.ts'
import type { Runner, RunOptions } from '../runners/runner.ts'
import { scoreRun, type ScoreOptions } from '../scorers/score-run.ts'
import type { EvalCase, ScoredRun } from '../types.ts'

export type Suite = {
  cases: readonly EvalCase[]
  runners: readonly Runner[]
}

export type SuiteOptions = {
  /** Number of trials per case and runner; default: 1. */
  trials?: number | undefined
  /** Maximum number of concurrent runs; default: 4. */
  concurrency?: number | undefined
  /** Prices, for cost budgets. */
  prices?: PriceFile | undefined
  /** Called after each run, in no particular order. */
  onRun?: ((run: ScoredRun, progress: { done: number; total: number }) => void) | undefined
} & Pick<RunOptions, 'cassettes' | 'stream' | 'signal' | 'plugboard' | 'userId' | 'simulator'> &
  ScoreOptions

/**
 * Runs every case with every runner for the given number of trials, and scores the runs. Results
 * are ordered by case, regardless of which run ended first.
 *
 * @example
 * const runs = await runSuite({ cases: await readCases(['evals/issues.yaml']), runners: [openai(new OpenAI(), 'gpt-5')] }, { trials: 3 })
 */
export const runSuite = async (
  { cases, runners }: Suite,
  options: SuiteOptions = {},
): Promise<ScoredRun[]> => {
  const { trials = 1, concurrency = 4, prices, onRun, judge, scorers, ...runOptions } = options
  rejectTwins(runners)
  if (!(concurrency >= 1)) throw new TypeError('`concurrency` must be 1 or more')
  const planned = cases.flatMap((evalCase) =>
    runners.flatMap((runner) =>
      Array.from({ length: trials }, (_, index) => ({ evalCase, runner, trial: index + 1 })),
    ),
  )
  const runs: ScoredRun[] = []
  const queue = planned.entries()
  let done = 0
  // The workers share one iterator, so each takes the next pending run.
  const work = async (): Promise<void> => {
    for (const [index, { evalCase, runner, trial }] of queue) {
      runOptions.signal?.throwIfAborted()
      const run = await runner.run(evalCase, {
        ...runOptions,
        trial,
        ...(prices && evalCase.budget?.cost !== undefined && { price: priceOf(prices) }),
      })
      const scored = await scoreRun({ ...run, adapter: runner.adapter }, { judge, scorers })
      // A judge may have failed because of the abort.
      runOptions.signal?.throwIfAborted()
      runs[index] = scored
      done += 1
      onRun?.(scored, { done, total: planned.length })
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, planned.length) }, work))
  return runs
}

/** Runner names identify results, so they must be unique. */
const rejectTwins = (runners: readonly Runner[]): void => {
  const twin = runners.find(
    ({ adapter }, index) => runners.findIndex((other) => other.adapter === adapter) < index,
  )
  if (twin)
    throw new TypeError(
      `Two runners are named "${twin.adapter}"; rename one, for example {...runner, adapter: '${twin.adapter} gpt-5'}`,
    )
}

const priceOf =
  (prices: PriceFile): NonNullable<RunOptions['price']> =>
  (model, usage) => {
    const cost = costOf(prices, model, usage)
    if (cost === null)
      throw new UnknownPriceError(
        `The price file of ${prices.date} does not list the model "${model}"; add it`,
      )
    return cost
  }
