import type { Database } from '../database/index.ts'
import type { Events } from '../events/index.ts'
import type { Jobs } from '../jobs/index.ts'
import { countStore, type TotalKey } from './store.ts'

const queue = 'list-counts.tidy'

/**
 * Totals that one transaction merges. To find them costs more than to merge them, as all others are
 * read for it, and nobody waits: writers have other slots meanwhile.
 */
const batchSize = 1_000

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
  const mergeBehind = (after: TotalKey | undefined): Promise<TotalKey | undefined> =>
    database.transaction(async (transaction) => {
      const store = countStore(transaction)
      const slots = await store.takeFreeSlots()
      return slots.length === 0 ? undefined : store.mergeSome(slots, after, batchSize)
    })
  let last = await mergeBehind(undefined)
  while (last) last = await mergeBehind(last)
}
