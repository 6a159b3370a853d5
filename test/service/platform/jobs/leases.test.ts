import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { systemClock } from '../../../../src/service/platform/clock.ts'
import { jobsMigrations } from '../../../../src/service/platform/jobs/index.ts'
import type { JobStore } from '../../../../src/service/platform/jobs/job-store.ts'
import { createPgBossJobStore } from '../../../../src/service/platform/jobs/pg-boss-job-store.ts'
import { InvalidJobData, toQueue } from '../../../../src/service/platform/jobs/queue.ts'
import { createSqliteJobStore } from '../../../../src/service/platform/jobs/sqlite-job-store.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../../support/temporary-database.ts'

const queue = toQueue('leased', { retryDelaysSeconds: [60] }, async () => {})

const createStore = (database: TemporaryDatabase, leaseMs = 30_000): JobStore => {
  const options = { clock: systemClock, leaseMs, hint: () => {} }
  return database.engine === 'sqlite'
    ? createSqliteJobStore(database, options)
    : createPgBossJobStore(database, { ...options, url: database.location })
}

const enqueue = (database: TemporaryDatabase, store: JobStore, names: readonly string[]) =>
  database.transaction((transaction) =>
    store.enqueue(
      transaction,
      queue,
      names.map((name) => ({ data: { name }, delayMs: 0 })),
    ),
  )

describeEachEngine('the lease of a job', (open) => {
  it('is given for a job whose data is damaged too, which fails alone', async () => {
    const database = await open()
    await database.migrate(jobsMigrations)
    const store = createStore(database)
    await store.start([queue])
    await enqueue(database, store, ['whole', 'damaged'])
    await (
      database.engine === 'sqlite'
        ? sql`update jobs set data = '{"n":' where data like '%damaged%'`
        : sql`update pgboss.job set data = jsonb_set(data, '{data}', '"{"') where data ->> 'data' like '%damaged%'`
    ).execute(database.handle)
    const [whole, damaged] = await store.take(queue, 2, [])
    expect(whole?.data).toEqual({ name: 'whole' })
    expect(damaged?.data).toBeInstanceOf(InvalidJobData)
    await expect(queue.run(damaged?.data, {} as never)).rejects.toThrow('is damaged')
    await store.stop()
  })

  it('of a job that still runs here is not taken for expired when the clock jumps', async () => {
    const database = await open()
    // The clock of PostgreSQL cannot be set from here.
    if (database.engine === 'postgres') return
    await database.migrate(jobsMigrations)
    let ahead = 0
    const clock = { now: () => new Date(Date.now() + ahead) }
    const store = createSqliteJobStore(database, { clock, leaseMs: 30_000, hint: () => {} })
    await database.transaction((transaction) =>
      store.enqueue(transaction, queue, [{ data: {}, delayMs: 0 }]),
    )
    const [job] = await store.take(queue, 1, [])
    ahead = 40_000
    expect(await store.take(queue, 1, [job?.id ?? ''])).toEqual([])
    // As another process takes it, after the death of this one.
    expect(await store.take(queue, 1, [])).toMatchObject([{ id: job?.id }])
  })

  it('decides whose outcome counts, for each job of a batch', async () => {
    const database = await open()
    await database.migrate(jobsMigrations)
    const store = createStore(database)
    await store.start([queue])
    await enqueue(database, store, ['lost', 'kept', 'done'])
    const leased = await store.take(queue, 3, [])
    const [lost, kept, done] = leased
    if (!lost || !kept || !done) throw new Error('Not all jobs were due')
    await store.settle(queue, [{ job: lost, outcome: { kind: 'released' } }])
    const [again] = await store.take(queue, 1, [])
    expect(again).toMatchObject({ id: lost.id, data: { name: 'lost' }, attempt: 1 })

    await store.settle(queue, [
      { job: lost, outcome: { kind: 'retry', delayMs: 0, error: 'late' } },
      { job: kept, outcome: { kind: 'retry', delayMs: 0, error: 'in time' } },
      { job: done, outcome: { kind: 'completed' } },
    ])
    await store.settle(queue, [{ job: lost, outcome: { kind: 'dead', error: 'late' } }])
    await store.settle(queue, [{ job: lost, outcome: { kind: 'completed' } }])

    expect(await store.dead(queue)).toEqual([])
    expect(await store.take(queue, 3, [])).toMatchObject([
      { id: kept.id, data: { name: 'kept' }, attempt: 2 },
    ])
    if (again) await store.settle(queue, [{ job: again, outcome: { kind: 'dead', error: 'last' } }])
    expect(await store.dead(queue)).toMatchObject([{ id: lost.id, error: 'last' }])
    await store.stop()
  })

  it('is free for a process that starts after it expired, which waits for no later check', async () => {
    const database = await open()
    await database.migrate(jobsMigrations)
    // The next check is 20 minutes after a start.
    const leaseMs = 3_600_000
    const first = createStore(database, leaseMs)
    await first.start([queue])
    await database.transaction((transaction) =>
      first.enqueue(transaction, queue, [{ data: { name: 'left' }, delayMs: 0 }]),
    )
    expect(await first.take(queue, 1, [])).toHaveLength(1)
    await first.stop()
    await expire(database)

    const second = createStore(database, leaseMs)
    await second.start([queue])
    await expect
      .poll(() => second.take(queue, 1, []))
      .toMatchObject([{ data: { name: 'left' }, attempt: 2 }])
    await second.stop()
  })
})

/** As if the lease, and the time since the last check, had passed. */
const expire = async ({ engine, handle }: TemporaryDatabase): Promise<void> => {
  const long = '2020-01-01T00:00:00.000Z'
  if (engine === 'sqlite')
    return void (await sql`update jobs set lease_until = ${long}`.execute(handle))
  await sql`update pgboss.job set heartbeat_on = ${long} where state = 'active'`.execute(handle)
  await sql`update pgboss.queue set monitor_on = ${long}`.execute(handle)
}
