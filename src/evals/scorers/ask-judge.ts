import type { CaseRun, RunError, Score } from '../types.ts'

/** A custom function, possibly backed by a model, that scores a run from 0 to 1. */
export type Judge = (run: CaseRun) => Promise<{ value: number; reason: string }>

/** If a judge throws or returns no number from 0 to 1, that is an error of the run. */
export const askJudge = async (
  judge: Judge,
  run: CaseRun,
): Promise<{ score: Score; error?: RunError }> => {
  try {
    const { value, reason } = await judge(run)
    if (value >= 0 && value <= 1) return { score: { name: 'judge', value, reason } }
    throw new TypeError(`it returned ${value}, not a number from 0 to 1`)
  } catch (error) {
    const message = `The judge failed: ${error instanceof Error ? error.message : String(error)}`
    return {
      score: { name: 'judge', value: null, reason: message },
      error: { kind: 'evaluator', message },
    }
  }
}
