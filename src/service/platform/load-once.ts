/**
 * Reads a value when it is first asked for. Concurrent callers share the pending value; a failure is
 * tried again.
 */
export const loadOnce = <Value>(read: () => Promise<Value>): (() => Promise<Value>) => {
  let reading: Promise<Value> | undefined
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
}
