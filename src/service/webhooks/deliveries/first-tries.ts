import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How long a first try waits at most for the one before it: a receiver that takes longer gets them
 * overlapping.
 */
const patienceMs = 5_000

/**
 * Deliveries that are in the hands of this process, so that one can wait for the first try of
 * another.
 */
export type FirstTries = { enter(id: string): FirstTry }

export type FirstTry = {
  /**
   * Waits for the try of a delivery before this one, with patience but not without end. Answers
   * false when that is not here, or left without its try: then it comes again, and first.
   */
  after(earlier: string, signal: AbortSignal): Promise<boolean>
  /** Releases the next delivery. */
  made(): void
  /** The outcome is noted, or the try was not made. */
  leave(): void
}

export const createFirstTries = (): FirstTries => {
  const present = new Map<string, Promise<boolean>>()

  return {
    enter: (id) => {
      const { promise: outcome, resolve } = Promise.withResolvers<boolean>()
      present.set(id, outcome)
      return {
        after: async (earlier, signal) => {
          const before = present.get(earlier)
          return before ? waitAtMost(before, signal) : false
        },
        made: () => resolve(true),
        leave: () => {
          resolve(false)
          if (present.get(id) === outcome) present.delete(id)
        },
      }
    },
  }
}

const waitAtMost = async (made: Promise<boolean>, signal: AbortSignal): Promise<boolean> => {
  const over = new AbortController()
  const given = AbortSignal.any([signal, over.signal])
  const answer = await Promise.race([
    made,
    sleep(patienceMs, true, { signal: given }).catch(() => true),
  ])
  over.abort()
  signal.throwIfAborted()
  return answer
}
