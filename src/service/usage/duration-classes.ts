/** The number of calls in each class of durations. */
export type ClassCounts = ReadonlyMap<number, number>

const classesPerDoubling = 2
/** Holds everything from 2^30 ms, twelve days. */
const lastClass = 30 * classesPerDoubling

/**
 * Durations are counted in classes whose limits are a factor of √2 apart, so that percentiles of any
 * range can be added up. Class 0 holds everything up to 1 ms.
 */
export const classOf = (durationMs: number): number =>
  Math.min(lastClass, Math.max(0, Math.ceil(Math.log2(durationMs) * classesPerDoubling)))

/** The duration in ms that this part of the calls did not exceed, within a fifth. */
export const percentile = (counts: ClassCounts, part: number): number => {
  const classes = [...counts].toSorted(([a], [b]) => a - b)
  const calls = classes.reduce((sum, [, count]) => sum + count, 0)
  let rest = part * calls
  for (const [durationClass, count] of classes) {
    rest -= count
    if (rest <= 0) return middleOf(durationClass)
  }
  return 0
}

const middleOf = (durationClass: number): number =>
  Number((2 ** ((durationClass - 0.5) / classesPerDoubling)).toPrecision(3))
