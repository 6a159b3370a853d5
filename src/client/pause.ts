/**
 * Waits. Returns early, without an error, if the signal aborts; the next operation reports the
 * abort.
 */
export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    if (signal?.aborted) done()
    else signal?.addEventListener('abort', done)
  })
