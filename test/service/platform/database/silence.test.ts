import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgres } from '../../../../src/service/platform/database/index.ts'
import { verifies } from '../../../requirements.ts'
import { startDatabaseProxy } from '../../../support/start-database-proxy.ts'
import { describeEachEngine } from '../../../support/temporary-database.ts'

describeEachEngine('a database that falls silent', (open, engine) => {
  it.skipIf(engine === 'sqlite')(
    'is named to those who wait for a connection at the same time as to those who have one',
    async () => {
      verifies('nodes.outage')
      const proxy = await startDatabaseProxy(new URL((await open()).location))
      const database = await openPostgres(proxy.url, 1)
      onTestFinished(() => database.close())
      await database.ping()

      proxy.silence()
      const [holder, waiter] = await Promise.allSettled(
        [1, 2].map((number) => sql`select ${sql.lit(number)}`.execute(database.handle)),
      )

      expect(holder).toMatchObject({
        status: 'rejected',
        reason: { name: 'DatabaseUnavailableError', reason: 'away' },
      })
      // Not by a time-out of its own, which would begin only when the first has given up.
      expect(waiter).toMatchObject({
        status: 'rejected',
        reason: {
          name: 'DatabaseUnavailableError',
          cause: { message: 'The database does not respond' },
        },
      })
    },
  )
})
