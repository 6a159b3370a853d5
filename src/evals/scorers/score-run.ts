import type { CaseRun, Score, ScoredRun } from '../types.ts'
import { askJudge, type Judge } from './ask-judge.ts'
import { scoreBehaviour } from './score-behaviour.ts'
import { scoreCalls } from './score-calls.ts'
import { scoreOutcome } from './score-outcome.ts'

/** A score of your own; undefined where it has nothing to say about a case. */
export type Scorer = (run: CaseRun) => Score | undefined

export type ScoreOptions = {
  judge?: Judge | undefined
  scorers?: Scorer[] | undefined
}

/**
 * Scores a run by what its case expects. A run that never came to an answer of the model has no
 * scores, and has not passed.
 *
 * @example
 * const { passed, scores } = await scoreRun(run)
 * for (const { name, value, reason } of scores) console.log(name, value, reason)
 */
export const scoreRun = async (
  run: CaseRun,
  { judge, scorers = [] }: ScoreOptions = {},
): Promise<ScoredRun> => {
  if (run.error?.kind === 'infrastructure' || run.error?.kind === 'replay-miss')
    return { ...run, scores: [], passed: false }
  const scores = [
    ...scoreExpected(run),
    ...scorers.flatMap((scorer) => scorer(run) ?? []),
    ...(judge ? [await askJudge(judge, run)] : []),
  ]
  return { ...run, scores, passed: run.error === undefined && isPassed(scores) }
}

/** The scores that need nothing but the run: the same run always gives the same. */
export const scoreExpected = (run: CaseRun): Score[] => [
  ...scoreCalls(run),
  ...scoreBehaviour(run),
  ...scoreOutcome(run),
]

/** Every score that was judged is 1, and there is one. */
export const isPassed = (scores: Score[]): boolean => {
  const judged = scores.filter(({ value }) => value !== null)
  return judged.length > 0 && judged.every(({ value }) => value === 1)
}
