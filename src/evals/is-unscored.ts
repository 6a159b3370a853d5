import type { RunError } from './types.ts'

/**
 * Returns whether a run says nothing about the model: it could not be made, or not be judged.
 * Such runs are counted apart, and a suite that has one fails.
 */
export const isUnscored = (error: RunError | undefined): boolean =>
  error !== undefined && unscored.has(error.kind)

const unscored = new Set<RunError['kind']>(['infrastructure', 'replay-miss', 'evaluator'])
