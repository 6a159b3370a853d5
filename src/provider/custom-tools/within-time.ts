import { PlugboardError, type CallOptions } from '../../client/index.ts'

/**
 * Runs something until it is done, its caller gives up, or its time is over; it is told by the
 * signal, and not waited for.
 */
export const withinTime = async <Result>(
  what: string,
  { signal, timeoutMs }: CallOptions,
  run: (signal: AbortSignal) => Result | Promise<Result>,
): Promise<Result> => {
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const signals = [signal, timeout].filter((each) => each !== undefined)
  const ended = AbortSignal.any(signals)
  const interruption = () =>
    signal?.aborted
      ? new PlugboardError('aborted', `${what}: ended by its abort signal`, {
          cause: signal.reason,
        })
      : new PlugboardError('timeout', `${what}: no result within ${timeoutMs} ms`, {
          suggestedFix: 'Pass a longer timeoutMs',
        })
  if (ended.aborted) throw interruption()
  return new Promise<Result>((resolve, reject) => {
    const end = () => reject(interruption())
    ended.addEventListener('abort', end, { once: true })
    Promise.resolve()
      .then(() => run(ended))
      .then(resolve, reject)
      .finally(() => ended.removeEventListener('abort', end))
  })
}
