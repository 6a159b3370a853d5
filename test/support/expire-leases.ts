import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { SharedDatabase } from './shared-database.ts'

/**
 * As if the time of the leases on jobs had passed, and on PostgreSQL also that until the next check:
 * for when the only process that held any is surely dead. The next process checks when it starts.
 */
export const expireLeases = async ({ database, query }: SharedDatabase): Promise<void> => {
  if ('url' in database)
    return void (await query(
      `with expired as (update pgboss.job set heartbeat_on = '2020-01-01' where state = 'active')
       update pgboss.queue set monitor_on = '2020-01-01'`,
    ))
  const file = new DatabaseSync(join(database.folder, 'plugboard.db'), { timeout: 60_000 })
  file.exec(
    `update jobs set lease_until = '2020-01-01T00:00:00.000Z' where lease_until is not null`,
  )
  file.close()
}
