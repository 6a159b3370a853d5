import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const resolutionMs = 1

/**
 * Loaded into a service before its own code: answers `reset`, `read` (the longest time the event
 * loop stood still in ms) and `read cpu` (the most CPU time in ms that the main thread took between
 * two turns of the loop, which other processes do not lengthen).
 */
const reportPauses = () => {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()

  let before = process.threadCpuUsage()
  let mostCpuMs = 0
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    mostCpuMs = Math.max(mostCpuMs, (user + system) / 1000)
    before = process.threadCpuUsage()
  }, resolutionMs).unref()

  process.on('message', (message) => {
    if (message === 'reset') {
      histogram.reset()
      mostCpuMs = 0
    }
    process.send?.(
      message === 'reset'
        ? null
        : message === 'read cpu'
          ? mostCpuMs
          : Math.max(0, histogram.max / 1e6 - resolutionMs),
    )
  })
  // The service ends when it is told to, channel or not.
  process.channel?.unref()
}

// Node loads it into each thread of the service, too.
if (isMainThread) reportPauses()
