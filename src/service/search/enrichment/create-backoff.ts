import { hourMs } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { ModelUnavailable } from './language-model.ts'

const usualFirstPauseMs = 30_000
const longestPauseMs = hourMs

/** Leaves a failing model alone for longer each time, and logs when its state changes. */
export const createBackoff = (log: Log, model: string, firstPauseMs = usualFirstPauseMs) => {
  let failures = 0
  let pausedUntil = 0
  return {
    /** How long the model is left alone; 0 when it may be asked. */
    remainingMs: (): number => Math.max(0, pausedUntil - performance.now()),
    succeeded: (): void => {
      if (failures > 0) log.info({ model, failures }, 'The language model works again')
      failures = 0
    },
    failed: (error: ModelUnavailable): void => {
      failures += 1
      const pauseMs = Math.max(firstPauseMs * 2 ** (failures - 1), error.retryAfterMs ?? 0)
      pausedUntil = performance.now() + Math.min(longestPauseMs, pauseMs)
      if (failures === 1)
        log.warn(
          { err: error, model },
          'The language model failed; it is asked for use cases of tools later, and searches go on without them',
        )
    },
  }
}
