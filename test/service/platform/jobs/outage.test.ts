import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { describeEachEngine } from '../../../support/temporary-database.ts'
import { jobsOn } from './jobs-on.ts'

describeEachEngine('jobs during an outage of the database', (open, engine) => {
  const { create } = jobsOn(open)

  // An SQLite file is not away for a while.
  it.skipIf(engine === 'sqlite')('note what was done meanwhile, and go on afterwards', async () => {
    const { database, jobs } = await create({ pollSeconds: 0.2 })
    const running = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const seen: string[] = []
    jobs.define<{ name: string }>('outage', { retryDelaysSeconds: [60] }, async ({ name }) => {
      running.resolve()
      await finish.promise
      seen.push(name)
    })
    await jobs.start()
    await database.transaction((transaction) =>
      jobs.enqueue(transaction, 'outage', { name: 'before' }),
    )
    await running.promise

    await setConnectionsAllowed(database.location, false)
    finish.resolve()
    await sleep(500)
    await expect(
      database.transaction((transaction) =>
        jobs.enqueue(transaction, 'outage', { name: 'meanwhile' }),
      ),
    ).rejects.toThrow()
    await setConnectionsAllowed(database.location, true)

    await database.transaction((transaction) =>
      jobs.enqueue(transaction, 'outage', { name: 'after' }),
    )
    await vi.waitFor(() => expect(seen).toEqual(['before', 'after']), { timeout: 60_000 })
  })
})

const setConnectionsAllowed = async (location: string, allowed: boolean) => {
  const { Client } = await import('pg')
  const client = new Client(process.env['TEST_DATABASE_URL'])
  const name = new URL(location).pathname.slice(1)
  await client.connect()
  await client.query(`alter database ${name} allow_connections ${allowed}`)
  if (!allowed)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    )
  await client.end()
}
