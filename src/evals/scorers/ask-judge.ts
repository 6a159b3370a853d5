import type { CaseRun, Score } from '../types.ts'

/** Code of yours, perhaps with a model behind it, that says how good a run is, from 0 to 1. */
export type Judge = (run: CaseRun) => Promise<{ value: number; reason: string }>

/**
 * A judge that fails, or gives no number from 0 to 1, has not judged: the run is neither better nor
 * worse for it.
 */
export const askJudge = async (judge: Judge, run: CaseRun): Promise<Score> => {
  try {
    const { value, reason } = await judge(run)
    return value >= 0 && value <= 1
      ? { name: 'judge', value, reason }
      : {
          name: 'judge',
          value: null,
          reason: `Unscored: the judge gave ${value}, not a number from 0 to 1`,
        }
  } catch (error) {
    return {
      name: 'judge',
      value: null,
      reason: `Unscored: the judge failed: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}
