/** What ends a run from outside: the caller's signal, and the time that its case allows. */
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
    /** Others may wait for the same value, so it is not given up; only this run no longer waits. */
    whileRunning: <Value>(value: Promise<Value>): Promise<Value> =>
      Promise.race([value, ended.promise]),
  }
}
