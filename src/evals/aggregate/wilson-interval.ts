import type { Trials } from './pass-at-k.ts'

export type Interval = {
  low: number
  high: number
}

/** Two-sided 95 %. */
const z = 1.959963984540054

/**
 * Wilson's score interval of a success rate (95 %): valid for few trials and for rates of 0 and 1,
 * where the normal approximation gives ±0.
 */
export const wilsonInterval = ({ trials, passed }: Trials): Interval => {
  if (trials === 0) return { low: 0, high: 1 }
  const rate = passed / trials
  const divisor = 1 + z ** 2 / trials
  const centre = rate + z ** 2 / (2 * trials)
  const spread = z * Math.sqrt((rate * (1 - rate)) / trials + z ** 2 / (4 * trials ** 2))
  return {
    low: Math.max(0, (centre - spread) / divisor),
    high: Math.min(1, (centre + spread) / divisor),
  }
}
