/** One Ctrl+C may arrive twice: from the terminal, and passed on by npm. */
const oneKeystrokeMs = 300

/** Resolves with the first SIGINT or SIGTERM; another one later ends the process at once. */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let firstAt: number | undefined
    const onSignal = () => {
      if (firstAt !== undefined && performance.now() - firstAt > oneKeystrokeMs) process.exit(1)
      firstAt ??= performance.now()
      resolve()
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
  })
