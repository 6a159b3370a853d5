/**
 * Rows of the first batch, which is small because one row may be as large as a file with all its
 * chunks; and of the largest.
 */
const firstBatch = 1
const largestBatch = 1_000

/** The target duration of a batch: on SQLite nothing else can write meanwhile. */
const stepMs = 50

/**
 * Deletes many rows in batches, each in a separate write: other work can run in between, and
 * completed batches persist if the process ends. `deleteSome` deletes up to `limit` rows and
 * returns how many.
 *
 * The only way to delete or change an unbounded number of rows. The size of a batch is adapted to the
 * duration of the previous one.
 */
export const deleteInBatches = async (
  deleteSome: (limit: number) => Promise<number>,
  now: () => number = () => performance.now(),
): Promise<void> => {
  let limit = firstBatch
  for (;;) {
    const before = now()
    if ((await deleteSome(limit)) < limit) return
    limit = nextLimit(limit, now() - before)
  }
}

/** Half of the target duration, because the next batch may take twice as long as expected. */
const nextLimit = (limit: number, tookMs: number): number =>
  Math.max(
    1,
    Math.min(largestBatch, limit * 2, Math.floor((limit * stepMs) / 2 / Math.max(tookMs, 0.1))),
  )
