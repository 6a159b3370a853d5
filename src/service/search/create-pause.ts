type Bounds = {
  shortestMs: number
  longestMs: number
  /** In milliseconds, of a clock that never goes back. */
  now?: (() => number) | undefined
}

/**
 * How long a failing model is let alone: after each failure twice as long, and as long as it asks,
 * within bounds.
 */
export const createPause = ({ shortestMs, longestMs, now = () => performance.now() }: Bounds) => {
  let failures = 0
  let until = 0
  return {
    /** Since it last succeeded. */
    failures: (): number => failures,
    /** 0 when the last pause is over. */
    remainingMs: (): number => Math.max(0, until - now()),
    succeeded: (): void => void (failures = 0),
    failed: (retryAfterMs = 0): void => {
      failures += 1
      const backOffMs = shortestMs * 2 ** Math.min(failures - 1, 30)
      until = now() + Math.min(longestMs, Math.max(backOffMs, retryAfterMs))
    },
  }
}
