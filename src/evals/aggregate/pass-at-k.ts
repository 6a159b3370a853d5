/**
 * How likely at least one of `k` tries succeeds, when `passed` of `trials` did: unbiased, over all
 * ways to draw `k` of them (pass@k of the HumanEval paper).
 *
 * Null where there were fewer than `k` trials.
 *
 * @example
 * passAtK({ trials: 5, passed: 3 }, 2) // 0.9
 */
export const passAtK = ({ trials, passed }: Trials, k: number): number | null => {
  const allFail = shareOfDraws(trials, trials - passed, k)
  return allFail === null ? null : 1 - allFail
}

/**
 * How likely all of `k` tries succeed, when `passed` of `trials` did (pass^k of τ-bench): what can
 * be relied on, not what can be reached.
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
 * Of all draws of `k` out of `trials`, the share that takes only from the `kind` ones; factor by
 * factor, as binomials of large numbers overflow.
 */
const shareOfDraws = (trials: number, kind: number, k: number): number | null => {
  if (k < 1 || k > trials) return null
  let share = 1
  for (let drawn = 0; drawn < k; drawn += 1) share *= Math.max(0, kind - drawn) / (trials - drawn)
  return share
}
