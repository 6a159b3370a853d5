import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The longest that a first attempt waits for the previous one: a receiver that takes longer gets
 * both at the same time.
 */
const maximumWaitMs = 5_000

/** The deliveries that this process is attempting, so that one can wait for another. */
type FirstAttempts = { enter(id: string): FirstAttempt }

export type FirstAttempt = {
  /**
   * Waits, for a limited time, for the attempt of an earlier delivery. Resolves to false when this
   * process does not have that delivery, or released it without an attempt.
   */
  after(earlier: string, signal: AbortSignal): Promise<boolean>
  /** Releases the next delivery. */
  made(): void
  /** Called when the outcome is stored, or the attempt was not made. */
  release(): void
}

export const createFirstAttempts = (): FirstAttempts => {
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
        release: () => {
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
    sleep(maximumWaitMs, true, { signal: given }).catch(() => true),
  ])
  over.abort()
  signal.throwIfAborted()
  return answer
}
