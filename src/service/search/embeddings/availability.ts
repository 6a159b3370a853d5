import type { Log } from '../../platform/log.ts'
import { createPause } from '../create-pause.ts'
import { toModelFailure, type ModelFailure } from './model-failure.ts'

const shortestPauseMs = 1_000
const longestPauseMs = 300_000

/** A call of the model, to be ended in one of two ways. */
export type Attempt = { answered(): void; failed(error: unknown): ModelFailure['of'] }

type Parts = {
  log: Log
  /** Of the model. */
  name: string
  /** In milliseconds, of a clock that never goes back. */
  now?: () => number
}

/**
 * Lets a model alone while it does not answer, so that not every search waits for it: after each
 * failure twice as long, up to five minutes, and then one call tries it. A text that the model
 * refuses is no failure of the model. Changes are logged, not each call.
 */
export const createAvailability = ({ log, name, now }: Parts) => {
  const pause = createPause({ shortestMs: shortestPauseMs, longestMs: longestPauseMs, now })
  let isTrying = false
  let hasRefused = false
  /** Calls that began before the last change say nothing about the state after it. */
  let changes = 0

  const change = (): void => {
    isTrying = false
    hasRefused = false
    changes += 1
  }

  const answered = (): void => {
    if (pause.failures() === 0) return
    pause.succeeded()
    change()
    log.info({ model: name }, 'The embedding model answers again')
  }

  const refused = (error: unknown): void => {
    answered()
    if (hasRefused) return
    hasRefused = true
    log.warn(
      { err: error, model: name },
      'The embedding model refused a text; what it refuses is searched by words only',
    )
  }

  const failed = (error: unknown, retryAfterMs?: number): void => {
    pause.failed(retryAfterMs)
    change()
    if (pause.failures() === 1)
      log.warn(
        { err: error, model: name },
        'The embedding model failed; searches rank by words only until it answers',
      )
  }

  return {
    /** Undefined while the model is let alone. */
    attempt: (): Attempt | undefined => {
      if (pause.failures() > 0) {
        if (isTrying || pause.remainingMs() > 0) return undefined
        isTrying = true
      }
      const began = changes
      const settle = (end: () => void) => () => began === changes && end()
      return {
        answered: settle(answered),
        failed: (error) => {
          const { of, retryAfterMs } = toModelFailure(error)
          settle(() => (of === 'texts' ? refused(error) : failed(error, retryAfterMs)))()
          return of
        },
      }
    },
  }
}
