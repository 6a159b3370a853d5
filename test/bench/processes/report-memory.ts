/**
 * Loaded into a service before its own code, with --expose-gc: answers each message with the MB
 * that it holds after a collection.
 */
process.on('message', () => {
  globalThis.gc?.()
  process.send?.(process.memoryUsage().rss / 1e6)
})
// The service ends when it is told to, channel or not.
process.channel?.unref()
