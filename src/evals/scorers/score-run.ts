import { isUnscored } from '../is-unscored.ts'
import type { CaseRun, Score, ScoredRun } from '../types.ts'
import { askJudge, type Judge } from './ask-judge.ts'
import { scoreBehaviour } from './score-behaviour.ts'
import { scoreCalls } from './score-calls.ts'
import { scoreOutcome } from './score-outcome.ts'

/** A custom score; undefined if it does not apply to a case. */
export type Scorer = (run: CaseRun) => Score | undefined

export type ScoreOptions = {
  judge?: Judge | undefined
  scorers?: Scorer[] | undefined
}

/**
 * Scores a run by the expectations of its case. A run without an answer of the model has no scores
 * and has not passed. A judge that fails is an error of the run, which then has not passed either.
 *
 * @example
 * const { passed, scores } = await scoreRun(run)
 * for (const { name, value, reason } of scores) console.log(name, value, reason)
 */
export const scoreRun = async (
  run: CaseRun,
  { judge, scorers = [] }: ScoreOptions = {},
): Promise<ScoredRun> => {
  if (isUnscored(run.error)) return { ...run, scores: [], passed: false }
  const judged = judge && (await askJudge(judge, run))
  const scores = [
    ...scoreExpected(run),
    ...scorers.flatMap((scorer) => scorer(run) ?? []),
    ...(judged ? [judged.score] : []),
  ]
  const error = run.error ?? judged?.error
  const evaluators = [...(run.evaluators ?? []), ...(judged?.used ?? [])]
  return {
    ...run,
    ...(evaluators.length > 0 && { evaluators }),
    ...(error && { error }),
    scores,
    passed: error === undefined && isPassed(scores),
  }
}

/** The deterministic scores: they depend only on the run. */
export const scoreExpected = (run: CaseRun): Score[] => [
  ...scoreCalls(run),
  ...scoreBehaviour(run),
  ...scoreOutcome(run),
]

/** A run passes if it has scores and all of them are 1. */
export const isPassed = (scores: Score[]): boolean => {
  const judged = scores.filter(({ value }) => value !== null)
  return judged.length > 0 && judged.every(({ value }) => value === 1)
}
