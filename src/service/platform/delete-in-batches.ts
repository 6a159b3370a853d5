import { setImmediate } from 'node:timers/promises'

/**
 * Rows of the first batch, since one may be as large as a file with all its chunks; and of the
 * largest.
 */
const firstBatch = 1
const largestBatch = 1_000

/** How long a batch should last at most: on SQLite nothing else happens meanwhile. */
const stepMs = 50

/**
 * Deletes many rows in batches, each a write of its own: others go on between two, and what is
 * deleted stays deleted when the process ends. `deleteSome` deletes up to `limit` rows and answers
 * how many.
 *
 * The only way to delete rows of which there may be any number. How many a batch holds follows from
 * how long the last one took.
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
    await setImmediate()
  }
}

/** Half as long as a step may last, so that the next one may take twice as long as expected. */
const nextLimit = (limit: number, tookMs: number): number =>
  Math.max(
    1,
    Math.min(largestBatch, limit * 2, Math.floor((limit * stepMs) / 2 / Math.max(tookMs, 0.1))),
  )
