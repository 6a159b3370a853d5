import type { CaseRun, Score } from '../types.ts'

/** A custom function, possibly backed by a model, that scores a run from 0 to 1. */
export type Judge = (run: CaseRun) => Promise<{ value: number; reason: string }>

/** If a judge throws or returns no number from 0 to 1, the run gets no score from it. */
export const askJudge = async (judge: Judge, run: CaseRun): Promise<Score> => {
  try {
    const { value, reason } = await judge(run)
    return value >= 0 && value <= 1
      ? { name: 'judge', value, reason }
      : {
          name: 'judge',
          value: null,
          reason: `Unscored: the judge returned ${value}, not a number from 0 to 1`,
        }
  } catch (error) {
    return {
      name: 'judge',
      value: null,
      reason: `Unscored: the judge failed: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}
