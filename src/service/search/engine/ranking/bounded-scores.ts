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
      const next = descending(bounds)
      for (let at = next(); at >= 0 && (bounds[at] ?? 0) > largest; at = next())
        largest = Math.max(largest, judge(at))
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
      const next = descending(changed)
      const top = createTopScores(size)
      const found: { at: number; score: number }[] = []
      for (let at = next(); at >= 0 && (changed[at] ?? 0) >= top.value() * almost; at = next()) {
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

/**
 * The places of values from the largest value to the smallest, one at each call, then -1: a heap,
 * since only the first few are asked for.
 */
const descending = (values: Float64Array): (() => number) => {
  const heap = Int32Array.from(values.keys())
  let length = heap.length
  const sink = (from: number): void => {
    const place = heap[from] ?? 0
    const value = values[place] ?? 0
    let at = from
    for (let child = 2 * at + 1; child < length; child = 2 * at + 1) {
      const other = child + 1
      if (other < length && (values[heap[other] ?? 0] ?? 0) > (values[heap[child] ?? 0] ?? 0))
        child = other
      if ((values[heap[child] ?? 0] ?? 0) <= value) break
      heap[at] = heap[child] ?? 0
      at = child
    }
    heap[at] = place
  }
  for (let at = (length >> 1) - 1; at >= 0; at--) sink(at)
  return () => {
    if (length === 0) return -1
    const first = heap[0] ?? -1
    heap[0] = heap[--length] ?? 0
    sink(0)
    return first
  }
}
