/** Lets a batch wait for more items, for writes whose cost hardly depends on their size. */
type Batching = {
  /** The longest that the first item of a batch waits for others. */
  maxDelayMs: number
  /** A batch of so many items does not wait. */
  batchSize: number
  /** How many items may come soon: without any, a batch does not wait. */
  expected(): number
}

/**
 * Combines the concurrent writes of many callers into batches. Each caller waits for its own batch.
 *
 * A batch is written after the event loop has processed all pending input, so that it includes the
 * writes of everyone whom that input woke: SQLite blocks the process while it writes, and one commit
 * for a batch costs as much as one for a single item.
 */
export const createBatcher = <Item>(
  write: (items: Item[]) => Promise<void>,
  maximumItems = 200,
  batching?: Batching,
): ((item: Item) => Promise<void>) => {
  const waiting: { item: Item; done: PromiseWithResolvers<void> }[] = []
  let running = false
  let delay: NodeJS.Timeout | undefined

  const run = async () => {
    delay = undefined
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

  const begin = () => {
    if (batching && waiting.length < batching.batchSize && batching.expected() > 0)
      delay = setTimeout(run, batching.maxDelayMs)
    else void run()
  }

  /** Ends the delay when no more items are expected. */
  const hurry = () => {
    if (
      delay === undefined ||
      !batching ||
      (waiting.length < batching.batchSize && batching.expected() > 0)
    )
      return
    clearTimeout(delay)
    void run()
  }

  return (item) => {
    const done = Promise.withResolvers<void>()
    waiting.push({ item, done })
    if (!running) setImmediate(begin)
    else if (delay !== undefined) setImmediate(hurry)
    running = true
    return done.promise
  }
}
