/**
 * Ends a run on the caller's signal or after the time limit of its case, in which the time of
 * `untimed` does not count.
 */
export const startLimits = (given: AbortSignal | undefined, ms: number | undefined) => {
  given?.throwIfAborted()
  const timeUp = new AbortController()
  const timer =
    ms === undefined
      ? undefined
      : startTimer(ms, () =>
          // A timeout, unlike an abort by the user, does not cancel calls at third parties.
          timeUp.abort(new DOMException('The time of the case is up', 'TimeoutError')),
        )
  const signal = AbortSignal.any(given ? [given, timeUp.signal] : [timeUp.signal])
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => {})
  signal.addEventListener('abort', () => ended.reject(signal.reason), { once: true })

  return {
    signal,
    isTimeUp: () => timeUp.signal.aborted,
    /**
     * Others may be waiting for the same value, so it is not cancelled; only this run stops
     * waiting.
     */
    whileRunning: <Value>(value: Promise<Value>): Promise<Value> =>
      Promise.race([value, ended.promise]),
    untimed: async <Value>(work: () => Promise<Value>): Promise<Value> => {
      timer?.stop()
      try {
        return await work()
      } finally {
        timer?.resume()
      }
    },
  }
}

/** A timer that can be stopped for a while. */
const startTimer = (ms: number, onEnd: () => void) => {
  let left = ms
  let started: number
  let timer: NodeJS.Timeout
  const resume = (): void => {
    started = performance.now()
    timer = setTimeout(onEnd, Math.min(left, longestDelay)).unref()
  }
  const stop = (): void => {
    clearTimeout(timer)
    left = Math.max(0, left - (performance.now() - started))
  }
  resume()
  return { stop, resume }
}

/** Of `setTimeout`, some 25 days. */
const longestDelay = 2 ** 31 - 1
