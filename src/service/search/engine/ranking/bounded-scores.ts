import { createTopScores } from './top-scores.ts'
import { work } from './work.ts'

/**
 * Scores that take time, of which only the largest are needed: one is computed only when its bound,
 * which it never exceeds, is large enough.
 */
export const createBoundedScores = (bounds: Float64Array, scoreOf: (at: number) => number) => {
  const known = new Float64Array(bounds.length).fill(-1)
  const judge = (at: number): number => {
    const before = known[at] ?? -1
    if (before >= 0) return before
    work.judged += 1
    return (known[at] = scoreOf(at))
  }

  return {
    /** The largest score; 0 when there is none. */
    largest: (): number => {
      let largest = 0
      for (const at of descending(bounds)) {
        if ((bounds[at] ?? 0) <= largest) break
        largest = Math.max(largest, judge(at))
      }
      return largest
    },

    /**
     * At least the `size` largest scores after a change that keeps their order, unordered: what
     * equals the last of them is there too.
     */
    best: (
      size: number,
      change: (at: number, score: number) => number,
    ): { at: number; score: number }[] => {
      const changed = bounds.map((bound, at) => change(at, bound))
      const top = createTopScores(size)
      const found: { at: number; score: number }[] = []
      for (const at of descending(changed)) {
        if ((changed[at] ?? 0) < top.value() * almost) break
        const score = change(at, judge(at))
        found.push({ at, score })
        top.offer(score)
      }
      return found
    },
  }
}

/** The numbers of `createTopScores` are rounded. */
const almost = 1 - 1e-6

const descending = (values: Float64Array): number[] =>
  Array.from(values, (_value, at) => at).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0))
