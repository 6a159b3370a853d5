/** One Ctrl+C may arrive twice: from the terminal, and forwarded by npm. */
const oneKeystrokeMs = 300

/**
 * Resolves with the first SIGINT or SIGTERM. A later SIGINT ends the process immediately; a later
 * SIGTERM does nothing, since supervisors repeat it and kill the process themselves in the end.
 */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let firstAt: number | undefined
    const begin = () => {
      firstAt ??= performance.now()
      resolve()
    }
    process.on('SIGINT', () => {
      if (firstAt !== undefined && performance.now() - firstAt > oneKeystrokeMs) process.exit(1)
      begin()
    })
    process.on('SIGTERM', begin)
  })
