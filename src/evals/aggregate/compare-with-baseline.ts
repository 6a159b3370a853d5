import { mean } from './mean.ts'
import type { CaseSummary } from './summarize.ts'

/** A run compared with an earlier one, over the cases of both. */
export type Comparison = {
  /** Cases that both runs have. */
  cases: number
  /** Mean pass rate of those cases, before and now. */
  before: number
  after: number
  better: string[]
  worse: string[]
  /** In only one of the runs. */
  added: string[]
  removed: string[]
  /**
   * Two-sided exact sign test over the cases that changed: the probability of such a difference by
   * chance.
   */
  pValue: number
}

/** Compares case by case, which cancels out the difficulty of the cases. */
export const compareWithBaseline = (
  before: readonly CaseSummary[],
  after: readonly CaseSummary[],
): Comparison => {
  const earlier = new Map(before.map((each) => [each.id, each]))
  const later = new Map(after.map((each) => [each.id, each]))
  const pairs = after.flatMap((now) => {
    const then = earlier.get(now.id)
    return then
      ? [
          {
            id: now.id,
            difference: rateOf(now) - rateOf(then),
            before: rateOf(then),
            after: rateOf(now),
          },
        ]
      : []
  })
  const better = pairs.filter(({ difference }) => difference > 0).map(({ id }) => id)
  const worse = pairs.filter(({ difference }) => difference < 0).map(({ id }) => id)
  return {
    cases: pairs.length,
    before: mean(pairs.map((pair) => pair.before)),
    after: mean(pairs.map((pair) => pair.after)),
    better,
    worse,
    added: [...later.keys()].filter((id) => !earlier.has(id)),
    removed: [...earlier.keys()].filter((id) => !later.has(id)),
    pValue: signTest(better.length, worse.length),
  }
}

const rateOf = ({ passed, trials }: CaseSummary): number => (trials === 0 ? 0 : passed / trials)

/**
 * The probability that a fair coin is at least as unbalanced; in logarithms, because binomials of
 * thousands overflow.
 */
const signTest = (better: number, worse: number): number => {
  const tosses = better + worse
  const few = Math.min(better, worse)
  let logTerm = -tosses * Math.LN2
  let tail = Math.exp(logTerm)
  for (let heads = 1; heads <= few; heads += 1) {
    logTerm += Math.log((tosses - heads + 1) / heads)
    tail += Math.exp(logTerm)
  }
  return Math.min(1, 2 * tail)
}
