import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import { deleteInBatches } from '../../platform/delete-in-batches.ts'
import { attemptStore, confirmationStore } from './store.ts'
import { linkStore } from '../store.ts'

const keptMs = 24 * 60 * 60_000

/** Expires the connections that were not made, or not confirmed, in time. */
export const expireLinks = async ({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): Promise<void> => {
  const now = clock.now()
  const longAgo = new Date(now.getTime() - keptMs).toISOString()
  const links = linkStore(database.handle)
  await deleteInBatches((limit) =>
    confirmationStore(database.handle).expireSome(
      now.toISOString(),
      'The connection was not confirmed in time',
      limit,
    ),
  )
  await links.expireAccounts(now.toISOString(), 'The link expired before the account was connected')
  await deleteInBatches((limit) => attemptStore(database.handle).deleteSomeExpired(longAgo, limit))
  await deleteInBatches((limit) => links.deleteSomeExpired(longAgo, limit))
}
