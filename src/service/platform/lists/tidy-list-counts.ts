import type { Database } from '../database/index.ts'
import { deleteInBatches } from '../delete-in-batches.ts'
import type { Events } from '../events/index.ts'
import type { Jobs } from '../jobs/index.ts'
import { countStore, type TotalKey } from './store.ts'

const queue = 'list-counts.tidy'

/** Long enough for what a deleted project leaves to be removed. */
const delaySeconds = 5

/**
 * Merges the totals that writers left in several slots, and removes totals of zero: every night, and
 * after a project was deleted.
 *
 * SQLite has one writer and one slot, so there is nothing to merge.
 */
export const scheduleTidying = ({
  database,
  events,
  jobs,
}: {
  database: Database
  events: Events
  jobs: Jobs
}): void => {
  jobs.define(queue, { retryDelaysSeconds: [60] }, () => tidyListCounts(database))
  if (database.engine === 'sqlite') return
  jobs.schedule(queue, '47 3 * * *', {})
  events.subscribe('project.deleted', 'list-counts', () =>
    database.transaction(
      async (transaction) => void (await jobs.enqueue(transaction, queue, {}, { delaySeconds })),
    ),
  )
}

/** Slots with a writer are left to the next night. */
export const tidyListCounts = async (database: Database): Promise<void> => {
  if (database.engine === 'sqlite') return
  let after: TotalKey | undefined
  await deleteInBatches((limit) =>
    database.transaction(async (transaction) => {
      const store = countStore(transaction)
      const slots = await store.takeFreeSlots()
      if (slots.length === 0) return 0
      const merged = await store.mergeSome(slots, after, limit)
      after = merged.last
      return merged.count
    }),
  )
}
