/**
 * Gathers what many callers write at the same time into one write, and answers each when its own is done.
 *
 * While a write is under way, what comes in waits for the next one; alone, a caller waits for nothing.
 */
export const createBatcher = <Item>(write: (items: Item[]) => Promise<void>, maximumItems = 200): ((item: Item) => Promise<void>) => {
  let waiting: { item: Item; done: PromiseWithResolvers<void> }[] = []
  let running = false

  const run = async () => {
    running = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maximumItems)
      try {
        await write(batch.map(({ item }) => item))
        for (const { done } of batch) done.resolve()
      } catch (error) {
        for (const { done } of batch) done.reject(error)
      }
    }
    running = false
  }

  return (item) => {
    const done = Promise.withResolvers<void>()
    waiting.push({ item, done })
    if (!running) queueMicrotask(() => void (running || run()))
    return done.promise
  }
}
