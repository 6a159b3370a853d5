import { setImmediate } from 'node:timers/promises'

/** How long work may go on before others get a turn. */
const sliceMs = 10

/**
 * Yields to the event loop when a slice of time is used up, and costs nothing before.
 *
 * Several can share one: who comes in the turn that another waits for has a slice of its own, so
 * that a request is not kept waiting at each of its steps by work that goes on.
 */
export const createYielder = (): (() => Promise<void>) => {
  let since = performance.now()
  let asked: { at: number; turn: Promise<void> } | undefined
  const begin = () => {
    asked = undefined
    since = performance.now()
  }
  return async () => {
    const now = performance.now()
    if (now - (asked?.at ?? since) < sliceMs) return
    asked ??= { at: now, turn: setImmediate().then(begin) }
    await asked.turn
  }
}

/** The result of work that is done in steps, yielding between them. */
export const inSlices = async <Result>(
  steps: Generator<void, Result>,
  yieldIfDue: () => Promise<void>,
): Promise<Result> => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await yieldIfDue()
  }
}
