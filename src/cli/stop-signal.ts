/** One Ctrl+C may arrive twice: from the terminal, and forwarded by npm. */
const oneKeystrokeMs = 300

/**
 * Aborted by the first SIGINT or SIGTERM. A later SIGINT ends the process immediately; a later
 * SIGTERM does nothing, since supervisors repeat it and kill the process themselves in the end.
 */
export const stopSignal = (): AbortSignal => {
  const stopping = new AbortController()
  let firstAt: number | undefined
  const begin = () => {
    firstAt ??= performance.now()
    stopping.abort()
  }
  process.on('SIGINT', () => {
    if (firstAt !== undefined && performance.now() - firstAt > oneKeystrokeMs) process.exit(1)
    begin()
  })
  process.on('SIGTERM', begin)
  return stopping.signal
}

/** Resolves when the signal is aborted, at once if it is already. */
export const untilStopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
