import { median } from '../figures/median.ts'

export type Compared = { ours: number; reference: number; ratio: number }

/**
 * CPU milliseconds of two ways to do the same, in turns, so that what else runs on the machine
 * meets both; the ratio is the median of the rounds' own. What a round needs is made outside of
 * what is measured.
 */
export const compare = async <Given>(
  rounds: number,
  prepare: (round: number) => Given,
  ours: (given: Given) => unknown,
  reference: (given: Given) => unknown,
): Promise<Compared> => {
  const results: { ours: number; reference: number }[] = []
  for (let round = 0; round < rounds + warmUpRounds; round += 1) {
    const [first, second] = [prepare(2 * round), prepare(2 * round + 1)]
    // Neither goes always first.
    const early = round % 2 === 0 ? undefined : await cpuOf(() => reference(second))
    const own = await cpuOf(() => ours(first))
    const other = early ?? (await cpuOf(() => reference(second)))
    if (round >= warmUpRounds) results.push({ ours: own, reference: other })
  }
  return {
    ours: median(results.map((result) => result.ours)),
    reference: median(results.map((result) => result.reference)),
    ratio: median(results.map((result) => result.ours / result.reference)),
  }
}

/** So that both are compiled by the engine when it counts. */
const warmUpRounds = 5

const cpuOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
