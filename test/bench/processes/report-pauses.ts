import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 1

/** Loaded into a service before its own code: answers `reset` and `read`, the longest time the event loop stood still in ms. */
const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
histogram.enable()

process.on('message', (message) => {
  if (message === 'reset') histogram.reset()
  process.send?.(message === 'reset' ? null : Math.max(0, histogram.max / 1e6 - resolutionMs))
})
// The service ends when it is told to, channel or not.
process.channel?.unref()
