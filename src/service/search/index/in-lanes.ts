/**
 * Works on items in several lanes at once, each of which takes the next item when it is done with
 * one; yields the results in the order of the items. Lanes take no more once the consumer stops or
 * an item failed.
 *
 * @example
 * for await (const page of inLanes([one, other], urls, (browser, url) => browser.open(url))) print(page)
 */
export const inLanes = async function* <Lane, Item, Result>(
  lanes: readonly Lane[],
  items: readonly Item[],
  work: (lane: Lane, item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const jobs = items.map((item) => ({ item, ...Promise.withResolvers<Result>() }))
  let next = 0
  const run = async (lane: Lane): Promise<void> => {
    for (;;) {
      const job = jobs[next]
      if (!job) return
      next += 1
      await work(lane, job.item).then(job.resolve, (error: unknown) => {
        next = jobs.length
        job.reject(error)
      })
    }
  }
  // The consumer sees a failure when it comes to that item.
  for (const { promise } of jobs) promise.catch(() => {})
  for (const lane of lanes) void run(lane)
  try {
    for (const { promise } of jobs) yield await promise
  } finally {
    next = jobs.length
  }
}
