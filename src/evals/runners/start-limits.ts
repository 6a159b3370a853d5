/** Ends a run on the caller's signal or after the time limit of its case. */
export const startLimits = (given: AbortSignal | undefined, ms: number | undefined) => {
  given?.throwIfAborted()
  const timer = ms === undefined ? undefined : AbortSignal.timeout(ms)
  const signal = AbortSignal.any([given, timer].filter((each) => each !== undefined))
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => {})
  signal.addEventListener('abort', () => ended.reject(signal.reason), { once: true })

  return {
    signal,
    isTimeUp: () => timer?.aborted === true,
    /**
     * Others may be waiting for the same value, so it is not cancelled; only this run stops
     * waiting.
     */
    whileRunning: <Value>(value: Promise<Value>): Promise<Value> =>
      Promise.race([value, ended.promise]),
  }
}
