import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { describeEachEngine } from '../../../support/temporary-database.ts'
import { jobsOn } from './jobs-on.ts'

describeEachEngine('jobs on several nodes', (open, engine) => {
  const { create, openOnce } = jobsOn(open)

  it('shares the jobs, each run once', async () => {
    const runs: { node: string; number: number }[] = []
    const createNode = async (node: string) => {
      const { jobs, database } = await create()
      jobs.define<{ number: number }>(
        'shared',
        { retryDelaysSeconds: [], concurrency: 2 },
        async ({ number }) => {
          runs.push({ node, number })
          await sleep(10)
        },
      )
      return { jobs, database }
    }
    const nodes = await Promise.all(['first', 'second'].map(createNode))
    const numbers = Array.from({ length: 40 }, (_, number) => number)
    await nodes[0]?.database.transaction(async (transaction) => {
      for (const number of numbers) await nodes[0]?.jobs.enqueue(transaction, 'shared', { number })
    })

    await Promise.all(nodes.map(({ jobs }) => jobs.start()))

    await vi.waitFor(() => expect(runs).toHaveLength(40), { timeout: 60_000 })
    await sleep(100)
    expect(runs.map(({ number }) => number).sort((one, other) => one - other)).toEqual(numbers)
    expect(new Set(runs.map(({ node }) => node))).toEqual(new Set(['first', 'second']))
  })

  it('runs the job of a process that was killed again once its lease has ended', async () => {
    const { location } = await openOnce()
    await runAndKill(engine, location, 'killed')
    const { database, jobs } = await create({ pollSeconds: 0.1, leaseSeconds: 1 })
    const seen: unknown[] = []
    jobs.define<{ name: string }>(
      'killed',
      { retryDelaysSeconds: [60] },
      async ({ name }, { attempt }) => void seen.push({ name, attempt }),
    )
    await jobs.start()
    await sleep(200)
    expect(seen).toEqual([])

    await endLeases(database.engine, (statement) => statement.execute(database.handle))

    await vi.waitFor(() => expect(seen).toEqual([{ name: 'left behind', attempt: 2 }]), {
      timeout: 60_000,
    })
  })

  it('gives up a job whose process was killed at its last attempt', async () => {
    const { location } = await openOnce()
    await runAndKill(engine, location, 'fatal')
    const { database, jobs } = await create({ pollSeconds: 0.1, leaseSeconds: 1 })
    const work = vi.fn(async () => {})
    jobs.define('fatal', { retryDelaysSeconds: [] }, work)
    await jobs.start()

    await endLeases(database.engine, (statement) => statement.execute(database.handle))

    await vi.waitFor(async () => expect(await jobs.dead('fatal')).toHaveLength(1), {
      timeout: 60_000,
    })
    expect(await jobs.dead('fatal')).toMatchObject([
      { data: { name: 'left behind' }, error: expect.stringContaining('ended before') },
    ])
    expect(work).not.toHaveBeenCalled()
  })

  it('keeps a long job while its process says that it is alive', async () => {
    const { database, jobs } = await create({ pollSeconds: 0.05, leaseSeconds: 0.3 })
    let runs = 0
    const finish = Promise.withResolvers<void>()
    jobs.define('long', { retryDelaysSeconds: [0, 0] }, async () => {
      runs++
      await finish.promise
    })
    await jobs.start()
    await database.transaction((transaction) => jobs.enqueue(transaction, 'long', {}))
    await sleep(1_000)
    finish.resolve()
    await sleep(100)
    expect(runs).toBe(1)
    expect(await jobs.dead('long')).toEqual([])
  })
})

/** Another process takes a job and is killed in the middle of it. */
const runAndKill = async (engine: string, location: string, queue: string) => {
  const node = fork(new URL('./node-that-hangs.ts', import.meta.url), [engine, location, queue], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(node, 'exit')
  const [message] = await Promise.race([once(node, 'message'), exited])
  expect(message).toBe('running')
  node.kill('SIGKILL')
  await exited
}

/** As if the time of the lease had passed. */
const endLeases = async (
  engine: string,
  execute: (statement: ReturnType<typeof sql>) => Promise<unknown>,
) => {
  if (engine === 'sqlite')
    await execute(
      sql`update jobs set lease_until = '2000-01-01T00:00:00.000Z' where state = 'running'`,
    )
  else
    await execute(
      sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'`,
    )
}
