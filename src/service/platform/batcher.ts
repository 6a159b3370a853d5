/** For writes that cost much however few they bring: so that each brings many. */
export type Gathering = {
  /** How long the first of a write waits for others at most. */
  forMs: number
  /** With so many it waits for no more. */
  enough: number
  /** How many may come soon: when there are none, nothing is waited for. */
  expected(): number
}

/**
 * Gathers what many callers write at the same time into one write, and answers each when its own is
 * done.
 *
 * A write begins when the event loop has handed out all input that lies ready, so that whoever that
 * input wakes is part of it: SQLite writes while everything else stands still, and one commit for
 * all that came meanwhile costs as much as one for each alone.
 */
export const createBatcher = <Item>(
  write: (items: Item[]) => Promise<void>,
  maximumItems = 200,
  gathering?: Gathering,
): ((item: Item) => Promise<void>) => {
  const waiting: { item: Item; done: PromiseWithResolvers<void> }[] = []
  let running = false
  let patience: NodeJS.Timeout | undefined

  const run = async () => {
    patience = undefined
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
    if (gathering && waiting.length < gathering.enough && gathering.expected() > 0)
      patience = setTimeout(run, gathering.forMs)
    else void run()
  }

  /** Ends the patience when nobody more is to come. */
  const hurry = () => {
    if (
      patience === undefined ||
      !gathering ||
      (waiting.length < gathering.enough && gathering.expected() > 0)
    )
      return
    clearTimeout(patience)
    void run()
  }

  return (item) => {
    const done = Promise.withResolvers<void>()
    waiting.push({ item, done })
    if (!running) setImmediate(begin)
    else if (patience !== undefined) setImmediate(hurry)
    running = true
    return done.promise
  }
}
