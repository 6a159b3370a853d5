import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeEachEngine } from '../../../support/temporary-database.ts'
import { verifies } from '../../../requirements.ts'

describeEachEngine('a database', (open, engine) => {
  it.skipIf(engine === 'sqlite')(
    'whose connection breaks within a transaction, between two statements, is reported as away, and the process goes on',
    async () => {
      verifies('conventions.unavailable')
      const database = await open()
      const broken = database.transaction(async (transaction) => {
        const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(
          transaction,
        )
        await endConnection(rows[0]?.id ?? 0)
        await sql`select 1`.execute(transaction)
      })

      await expect(broken).rejects.toMatchObject({ name: 'DatabaseUnavailableError' })
      await database.ping()
    },
  )
})

/** As PostgreSQL does when it is restarted. */
const endConnection = async (id: number): Promise<void> => {
  const { default: pg } = await import('pg')
  const client = new pg.Client(process.env['TEST_DATABASE_URL'])
  await client.connect()
  await client.query('select pg_terminate_backend($1)', [id])
  const ended = once(client, 'end')
  await client.end()
  await ended
  // The news of it takes a moment to arrive.
  await new Promise((resolve) => setTimeout(resolve, 200))
}
