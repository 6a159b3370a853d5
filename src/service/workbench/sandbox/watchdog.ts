import { workerData } from 'node:worker_threads'
import { sandboxLimits } from './limits.ts'

const everyMs = 20
/** The service ends a run that takes too long; this covers a crashed or blocked service. */
const graceMs = 10_000

export type WatchdogData = { parent: number; totalMs: number }

/**
 * Ends this process when it uses too much memory or time, or when its parent service is gone.
 *
 * Runs in a separate thread, since sandboxed code can block the main thread. A loop of small arrays
 * took 1.7 GB that no limit of the interpreter or the engine prevented.
 */
export const runWatchdog = (): void => {
  const { parent, totalMs } = workerData as WatchdogData
  const end = () => process.kill(process.pid, 'SIGKILL')
  setTimeout(end, totalMs + graceMs)
  setInterval(() => {
    if (process.memoryUsage.rss() > sandboxLimits.memoryBytes || process.ppid !== parent) end()
  }, everyMs)
}
