import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgres } from '../../../../src/service/platform/database/index.ts'
import { verifies } from '../../../requirements.ts'
import { describeEachEngine } from '../../../support/temporary-database.ts'

const busy = { name: 'DatabaseUnavailableError', reason: 'busy' }

describeEachEngine('what takes too long on', (open, engine) => {
  it.skipIf(engine === 'sqlite')(
    'a connection ends with a name, and a migration goes on',
    async () => {
      verifies('conventions.timeouts')
      const other = await open()
      const database = await openPostgres(other.location, 3, {
        statementMs: 300,
        lockMs: 100,
        idleTransactionMs: 400,
      })
      onTestFinished(() => database.close())
      await database.migrate({
        slow: {
          up: async (db) =>
            void (await sql`create table things as select 1 as id, pg_sleep(1)::text as nothing`.execute(
              db,
            )),
        },
      })

      await expect(sql`select pg_sleep(60)`.execute(database.handle)).rejects.toMatchObject(busy)

      const held = Promise.withResolvers<void>()
      const release = Promise.withResolvers<void>()
      const holder = database.transaction(async (transaction) => {
        await sql`lock table things`.execute(transaction)
        held.resolve()
        await release.promise
      })
      await held.promise
      await expect(sql`select * from things`.execute(database.handle)).rejects.toMatchObject(busy)
      release.resolve()
      await holder.catch(() => {})

      const idle = database.transaction(async (transaction) => {
        await sql`lock table things`.execute(transaction)
        // PostgreSQL ends the holder, and so what waits gets the table.
        await expect
          .poll(() =>
            sql`select id from things`.execute(other.handle).then(
              ({ rows }) => rows,
              () => [],
            ),
          )
          .toHaveLength(1)
        await sql`select 1`.execute(transaction)
      })
      await expect(idle).rejects.toMatchObject({ name: 'DatabaseUnavailableError' })
      await database.ping()
    },
  )
})
