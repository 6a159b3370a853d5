/** One Ctrl+C may arrive twice: from the terminal, and forwarded by npm. */
const oneKeystrokeMs = 300

/** Resolves with the first SIGINT or SIGTERM. A later one ends the process immediately. */
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
