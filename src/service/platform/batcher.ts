import { performance } from 'node:perf_hooks'
import { DatabaseUnavailableError } from './database/index.ts'

/** Lets a batch wait for more items, for writes whose cost hardly depends on their size. */
type Batching = {
  /** The longest that the first item of a batch waits for others, while the process is busy. */
  maxDelayMs: number
  /** A batch of so many items does not wait. */
  batchSize: number
  /** How many items may come soon: without any, a batch does not wait. */
  expected(): number
}

/**
 * How often a batch that waits looks whether the process is busy. One that is not waits for others,
 * and so would those who are expected.
 */
const lookEveryMs = 1

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
    if (running) setImmediate(begin)
  }

  const mayWait = (): boolean =>
    batching !== undefined && waiting.length < batching.batchSize && batching.expected() > 0

  const begin = () => {
    if (batching && mayWait()) wait(performance.now() + batching.maxDelayMs)
    else void run()
  }

  const wait = (until: number) => {
    const idleBefore = idleMs()
    delay = setTimeout(() => {
      const wasBusy = idleMs() - idleBefore < lookEveryMs / 2
      if (wasBusy && performance.now() < until) wait(until)
      else void run()
    }, lookEveryMs)
  }

  /** Ends the delay when no more items are expected. */
  const hurry = () => {
    if (delay === undefined || mayWait()) return
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

/** How long the event loop has had nothing to do. */
const idleMs = (): number => performance.eventLoopUtilization().idle

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
