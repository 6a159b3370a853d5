import { DatabaseUnavailableError } from './database/index.ts'

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
 * One that fails is divided and written again, so that an item that cannot be written takes no other
 * with it: what a failed `write` did can be repeated.
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
  const waiting: Waiting<Item>[] = []
  let running = false
  let delay: NodeJS.Timeout | undefined

  const run = async () => {
    delay = undefined
    await writeDivided(write, waiting.splice(0, maximumItems))
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

type Waiting<Item> = { item: Item; done: PromiseWithResolvers<void> }

const writeDivided = async <Item>(
  write: (items: Item[]) => Promise<void>,
  batch: Waiting<Item>[],
): Promise<void> => {
  try {
    await write(batch.map(({ item }) => item))
    for (const { done } of batch) done.resolve()
  } catch (error) {
    if (batch.length === 1 || error instanceof DatabaseUnavailableError)
      return batch.forEach(({ done }) => done.reject(error))
    const half = Math.ceil(batch.length / 2)
    await writeDivided(write, batch.slice(0, half))
    await writeDivided(write, batch.slice(half))
  }
}
