/**
 * Works on items concurrently, with several workers, each of which takes the next item when it is
 * done with one; yields the results in the order of the items. Workers take no more once the consumer
 * stops or an item failed.
 *
 * @example
 * for await (const page of workConcurrently([one, other], urls, (browser, url) => browser.open(url))) print(page)
 */
export const workConcurrently = async function* <Worker, Item, Result>(
  workers: readonly Worker[],
  items: readonly Item[],
  work: (worker: Worker, item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const jobs = items.map((item) => ({ item, ...Promise.withResolvers<Result>() }))
  let next = 0
  const run = async (worker: Worker): Promise<void> => {
    for (;;) {
      const job = jobs[next]
      if (!job) return
      next += 1
      await work(worker, job.item).then(job.resolve, (error: unknown) => {
        next = jobs.length
        job.reject(error)
      })
    }
  }
  // The consumer sees a failure when it comes to that item.
  for (const { promise } of jobs) promise.catch(() => {})
  for (const worker of workers) void run(worker)
  try {
    for (const { promise } of jobs) yield await promise
  } finally {
    next = jobs.length
  }
}
