import { hourMs } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { createPause } from '../create-pause.ts'
import type { ModelUnavailable } from './language-model.ts'

const usualFirstPauseMs = 30_000

/** Leaves a failing model alone for longer each time, and logs when its state changes. */
export const createBackoff = (log: Log, model: string, firstPauseMs = usualFirstPauseMs) => {
  const pause = createPause({ shortestMs: firstPauseMs, longestMs: hourMs })
  return {
    /** How long the model is left alone; 0 when it may be asked. */
    remainingMs: pause.remainingMs,
    succeeded: (): void => {
      const failures = pause.failures()
      if (failures > 0) log.info({ model, failures }, 'The language model works again')
      pause.succeeded()
    },
    failed: (error: ModelUnavailable): void => {
      pause.failed(error.retryAfterMs)
      if (pause.failures() === 1)
        log.warn(
          { err: error, model },
          'The language model failed; it is asked for use cases of tools later, and searches go on without them',
        )
    },
  }
}
