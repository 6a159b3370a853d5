import { workerData } from 'node:worker_threads'
import { sandboxLimits } from './limits.ts'

const everyMs = 20
/**
 * The service ends a run that takes too long; this is for when the service itself is gone or stuck.
 */
const graceMs = 10_000

export type Watched = { parent: number; totalMs: number }

/**
 * Ends this process when it takes too much memory or time, or when the service that started it is
 * gone.
 *
 * It runs on a thread of its own: code in the sandbox can keep the main thread busy. One loop of
 * small arrays took 1.7 GB here that no limit of the interpreter or the engine held back.
 */
export const watchOver = (): void => {
  const { parent, totalMs } = workerData as Watched
  const end = () => process.kill(process.pid, 'SIGKILL')
  setTimeout(end, totalMs + graceMs)
  setInterval(() => {
    if (process.memoryUsage.rss() > sandboxLimits.memoryBytes || process.ppid !== parent) end()
  }, everyMs)
}
