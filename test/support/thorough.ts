import { appendFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * How much the tests try, in `TEST_THOROUGH`: nothing there is what one waits for at a desk (`npm
 * test`), `1` is the gate (`.ci/run`), and `full` has every proof at its whole length (`.ci/run
 * --full`).
 */
const level = z
  .enum(['', '1', 'full'], {
    error: 'TEST_THOROUGH is 1, as in .ci/run, or full, as in .ci/run --full',
  })
  .parse(process.env['TEST_THOROUGH'] ?? '')

/**
 * In the gate and beyond: then tests that try many cases try many more, which takes longer than one
 * waits at a desk.
 */
export const isThorough: boolean = level !== ''

/** Every proof at its whole length. */
export const isFull: boolean = level === 'full'

/** All of a list in the gate and beyond; at a desk the first of every so many. */
export const sampleAtDesk = <Item>(every: number, items: readonly Item[]): readonly Item[] =>
  isThorough ? items : items.filter((_, index) => index % every === 0)

/**
 * For requests that are generated: what they find does not depend on the engine, so PostgreSQL
 * tries a part of them also in the gate.
 */
export const triesEveryRequest: boolean =
  isFull || (isThorough && process.env['PLUGBOARD_TEST_ENGINE'] !== 'postgres')

/**
 * What the gate leaves out is listed at its end: an assertion that nobody ran is otherwise taken
 * for one that holds.
 */
const leaveOut = (what: string): void => {
  const list = process.env['TEST_LEFT_OUT']
  if (level === '1' && list) appendFileSync(list, `${what}\n`)
}

/**
 * Whether a proof runs that is too long for the gate.
 *
 * @example
 * test.runIf(runsInFull('every description of the catalog against its mock'))('…', async () => { … })
 */
export const runsInFull = (what: string): boolean => {
  leaveOut(what)
  return isFull
}

/**
 * How many times something is tried, by level; without `desk`, as many at a desk as in the gate.
 *
 * @example
 * const kills = countByLevel('kills of a service that writes', { gate: 6, full: 300 })
 */
export const countByLevel = (
  what: string,
  { gate, full, desk = gate }: { desk?: number; gate: number; full: number },
): number => {
  if (gate < full) leaveOut(`${what}: ${gate} of ${full}`)
  return { '': desk, '1': gate, full }[level]
}
