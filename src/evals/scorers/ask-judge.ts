import type { CaseRun, ModelUsage, RunError, Score } from '../types.ts'

/**
 * A custom function, possibly backed by a model, that scores a run from 0 to 1. It reports what its
 * model used to `onUsage`, so that reports can say what judging cost.
 */
export type Judge = (
  run: CaseRun,
  onUsage?: (used: ModelUsage) => void,
) => Promise<{ value: number; reason: string }>

/** If a judge throws or returns no number from 0 to 1, that is an error of the run. */
export const askJudge = async (
  judge: Judge,
  run: CaseRun,
): Promise<{ score: Score; error?: RunError; used: ModelUsage[] }> => {
  const used: ModelUsage[] = []
  try {
    const { value, reason } = await judge(run, (each) => void used.push(each))
    if (value >= 0 && value <= 1) return { score: { name: 'judge', value, reason }, used }
    throw new TypeError(`it returned ${value}, not a number from 0 to 1`)
  } catch (error) {
    const message = `The judge failed: ${error instanceof Error ? error.message : String(error)}`
    return {
      score: { name: 'judge', value: null, reason: message },
      error: { kind: 'evaluator', message },
      used,
    }
  }
}
