import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import { deleteInBatches } from '../../platform/delete-in-batches.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { itemStore } from './store.ts'

const queue = 'trigger-item-retention'

/**
 * How long an item is remembered behind the last time it was seen; its event is known for longer.
 */
const windowMs = 14 * 24 * 60 * 60 * 1000

/** Forgets items that were not seen for long. */
export const defineRetention = ({
  database,
  jobs,
  clock,
}: {
  database: Database
  jobs: Jobs
  clock: Clock
}): void => {
  jobs.define(queue, { retryDelaysSeconds: [60, 600] }, () => {
    const oldest = new Date(clock.now().getTime() - windowMs).toISOString()
    return deleteInBatches((limit) => itemStore(database.handle).deleteSomeOlderThan(oldest, limit))
  })
  jobs.schedule(queue, '23 * * * *', {})
}
