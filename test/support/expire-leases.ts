import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { SharedDatabase } from './shared-database.ts'

/**
 * As if the time of the leases on jobs had passed: for when the only process that held any is
 * surely dead. On PostgreSQL the next process sees it within half a minute.
 */
export const expireLeases = async ({ database, query }: SharedDatabase): Promise<void> => {
  if ('url' in database)
    return void (await query(
      `update pgboss.job set heartbeat_on = '2020-01-01' where state = 'active'`,
    ))
  const file = new DatabaseSync(join(database.folder, 'plugboard.db'))
  file.exec(
    `update jobs set lease_until = '2020-01-01T00:00:00.000Z' where lease_until is not null`,
  )
  file.close()
}
