/**
 * Gathers what many callers write at the same time into one write, and answers each when its own is done.
 *
 * A write begins when the event loop has handed out all input that lies ready, so that whoever that input wakes is part of it:
 * SQLite writes while everything else stands still, and one commit for all that came meanwhile costs as much as one for each alone.
 */
export const createBatcher = <Item>(write: (items: Item[]) => Promise<void>, maximumItems = 200): ((item: Item) => Promise<void>) => {
  const waiting: { item: Item; done: PromiseWithResolvers<void> }[] = []
  let running = false

  const run = async () => {
    const batch = waiting.splice(0, maximumItems)
    try {
      await write(batch.map(({ item }) => item))
      for (const { done } of batch) done.resolve()
    } catch (error) {
      for (const { done } of batch) done.reject(error)
    }
    running = waiting.length > 0
    if (running) setImmediate(run)
  }

  return (item) => {
    const done = Promise.withResolvers<void>()
    waiting.push({ item, done })
    if (!running) setImmediate(run)
    running = true
    return done.promise
  }
}
