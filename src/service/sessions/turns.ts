import { setImmediate } from 'node:timers/promises'

/** Settles when it is this part's turn. */
export type NextTurn = () => Promise<void>

/**
 * Turns of a request whose parts each keep the process busy: between two of them, whoever else waits
 * gets one. Parts that only waited for `setImmediate` would all run in the same phase.
 */
export const createTurns = (): NextTurn => {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}
