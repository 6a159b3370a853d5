import { PlugboardError, startTimeout, type CallOptions } from '../../client/index.ts'

/**
 * Runs work until it finishes, the caller aborts or the time limit is reached. In the last two
 * cases the signal is aborted, without waiting for the work to react.
 */
export const withinTime = async <Result>(
  what: string,
  { signal, timeoutMs }: Pick<CallOptions, 'signal' | 'timeoutMs'>,
  run: (signal: AbortSignal) => Result | Promise<Result>,
): Promise<Result> => {
  const timeout = timeoutMs === undefined ? undefined : startTimeout(timeoutMs)
  const signals = [signal, timeout].filter((each) => each !== undefined)
  const ended = AbortSignal.any(signals)
  const interruption = () =>
    signal?.aborted
      ? new PlugboardError('aborted', `${what}: aborted by its signal`, {
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
