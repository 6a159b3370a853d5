/**
 * Returns the probability that at least one of `k` trials passes, if `passed` of `trials` did: the
 * unbiased estimator pass@k of the HumanEval paper.
 *
 * Null if there were fewer than `k` trials.
 *
 * @example
 * passAtK({ trials: 5, passed: 3 }, 2) // 0.9
 */
export const passAtK = ({ trials, passed }: Trials, k: number): number | null => {
  const allFail = shareOfDraws(trials, trials - passed, k)
  return allFail === null ? null : 1 - allFail
}

/**
 * Returns the probability that all of `k` trials pass, if `passed` of `trials` did (pass^k of
 * τ-bench). It measures reliability.
 *
 * @example
 * passHatK({ trials: 5, passed: 3 }, 2) // 0.3
 */
export const passHatK = ({ trials, passed }: Trials, k: number): number | null =>
  shareOfDraws(trials, passed, k)

export type Trials = {
  trials: number
  passed: number
}

/**
 * The share of draws of `k` out of `trials` that contain only the `kind` ones; factor by factor,
 * because binomials of large numbers overflow.
 */
const shareOfDraws = (trials: number, kind: number, k: number): number | null => {
  if (k < 1 || k > trials) return null
  let share = 1
  for (let drawn = 0; drawn < k; drawn += 1) share *= Math.max(0, kind - drawn) / (trials - drawn)
  return share
}
