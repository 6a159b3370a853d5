import { setImmediate } from 'node:timers/promises'

/** How long work may go on before others get a turn. */
const sliceMs = 10

/** Yields to the event loop when a slice of time is used up, and costs nothing before. */
export const createYielder = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < sliceMs) return
    await setImmediate()
    since = performance.now()
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
