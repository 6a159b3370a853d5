import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { RetryJob } from '../../../../src/service/platform/jobs/index.ts'
import { describeEachEngine } from '../../../support/temporary-database.ts'
import { jobsOn } from './jobs-on.ts'

/** PostgreSQL counts every third of a lease. */
const freshFigures = { leaseSeconds: 1 }

describeEachEngine('jobs with a key', (open, engine) => {
  const { create } = jobsOn(open)

  it('run so many at a time over all nodes, and hold up no job of another key', async () => {
    const running = new Map<string, number>()
    const most = new Map<string, number>()
    const done: string[] = []
    const blocked = Promise.withResolvers<void>()
    const createNode = async () => {
      const { database, jobs } = await create({ pollSeconds: 0.2 })
      jobs.define<{ key: string }>(
        'keyed',
        { retryDelaysSeconds: [], concurrency: 8, concurrencyPerKey: 2 },
        async ({ key }) => {
          running.set(key, (running.get(key) ?? 0) + 1)
          most.set(key, Math.max(most.get(key) ?? 0, running.get(key) ?? 0))
          if (key === 'stuck') await blocked.promise
          running.set(key, (running.get(key) ?? 0) - 1)
          done.push(key)
        },
      )
      return { database, jobs }
    }
    const nodes = await Promise.all([createNode(), createNode()])
    const [node] = nodes
    await node.database.transaction((transaction) =>
      node.jobs.enqueueAll(transaction, 'keyed', [
        ...Array.from({ length: 40 }, () => ({ data: { key: 'stuck' }, key: 'stuck' })),
        ...['a', 'b', 'c'].flatMap((key) =>
          Array.from({ length: 5 }, () => ({ data: { key }, key })),
        ),
        { data: { key: 'none' } },
      ]),
    )

    await Promise.all(nodes.map(({ jobs }) => jobs.start()))

    await vi.waitFor(() => expect(done).toHaveLength(16), { timeout: 60_000 })
    expect(running.get('stuck')).toBe(2)
    blocked.resolve()
    await vi.waitFor(() => expect(done).toHaveLength(56), { timeout: 60_000 })
    expect(Math.max(...most.values())).toBe(2)
  })

  it('are taken in the order in which they were added', async () => {
    const { database, jobs } = await create()
    const seen: number[] = []
    jobs.define<{ number: number }>(
      'ordered',
      { retryDelaysSeconds: [], concurrency: 5, concurrencyPerKey: 2 },
      async ({ number }) => void seen.push(number),
    )
    const numbers = Array.from({ length: 60 }, (_, number) => number)
    await database.transaction((transaction) =>
      jobs.enqueueAll(
        transaction,
        'ordered',
        numbers.map((number) => ({ data: { number }, key: `key ${number % 3}` })),
      ),
    )

    await jobs.start()

    await vi.waitFor(() => expect(seen).toHaveLength(60), { timeout: 60_000 })
    for (const key of [0, 1, 2])
      expect(seen.filter((number) => number % 3 === key)).toEqual(
        numbers.filter((number) => number % 3 === key),
      )
  })

  // SQLite takes what has been due longest.
  it.skipIf(engine === 'sqlite')('keep their place when they wait again', async () => {
    const { database, jobs } = await create(freshFigures)
    const dueAgain = Promise.withResolvers<void>()
    const seen: string[] = []
    jobs.define<{ name: string }>(
      'placed',
      { retryDelaysSeconds: [], concurrency: 1 },
      async ({ name }) => {
        seen.push(name)
        if (name === 'first' && !seen.includes('second')) throw new RetryJob('not yet', 300)
        if (name === 'second') await dueAgain.promise
      },
    )
    await jobs.start()
    await database.transaction((transaction) =>
      jobs.enqueueAll(
        transaction,
        'placed',
        ['first', 'second', 'third'].map((name) => ({ data: { name } })),
      ),
    )
    await vi.waitFor(() => expect(seen).toEqual(['first', 'second']), { timeout: 60_000 })
    const figures = async () => (await jobs.figures()).find(({ queue }) => queue === 'placed')
    await vi.waitFor(async () => expect(await figures()).toMatchObject({ due: 2, running: 1 }), {
      timeout: 60_000,
    })
    dueAgain.resolve()

    await vi.waitFor(() => expect(seen).toEqual(['first', 'second', 'first', 'third']), {
      timeout: 60_000,
    })
  })

  it('are tried again when the work says so, as often as it says so', async () => {
    const { database, jobs } = await create({ pollSeconds: 3_600, ...freshFigures })
    const attempts: number[] = []
    let tries = 0
    jobs.define(
      'own-schedule',
      { retryDelaysSeconds: [], concurrencyPerKey: 1 },
      async (_, { attempt }) => {
        attempts.push(attempt)
        tries += 1
        if (tries < 4) throw new RetryJob('not yet', 30)
      },
    )
    await jobs.start()
    await database.transaction((transaction) =>
      jobs.enqueue(transaction, 'own-schedule', {}, { key: 'a' }),
    )
    await vi.waitFor(() => expect(attempts).toEqual([1, 1, 1, 1]), { timeout: 60_000 })
    await vi.waitFor(
      async () =>
        expect((await jobs.figures()).find(({ queue }) => queue === 'own-schedule')).toMatchObject({
          due: 0,
          delayed: 0,
          running: 0,
          dead: 0,
        }),
      { timeout: 60_000 },
    )
    expect(attempts).toHaveLength(4)
  })

  it('that are dead can be run again, or forgotten', async () => {
    const { database, jobs } = await create()
    let mended = false
    const seen: unknown[] = []
    jobs.define<{ name: string }>(
      'letters',
      { retryDelaysSeconds: [] },
      async ({ name }, { id, attempt }) => {
        if (!mended) throw new Error('broken')
        seen.push({ name, id, attempt })
      },
    )
    await jobs.start()
    await database.transaction((transaction) =>
      jobs.enqueueAll(transaction, 'letters', [
        { data: { name: 'first' }, key: 'a' },
        { data: { name: 'second' } },
      ]),
    )
    await vi.waitFor(async () => expect(await jobs.dead('letters')).toHaveLength(2), {
      timeout: 60_000,
    })
    const dead = await jobs.dead('letters')
    const [first, second] = ['first', 'second'].map(
      (wanted) => dead.find(({ data }) => (data as { name: string }).name === wanted)?.id ?? '',
    )
    mended = true

    expect(await jobs.replayDead('letters', first ?? '')).toBe(true)
    expect(await jobs.removeDead('letters', second ?? '')).toBe(true)
    expect(await jobs.replayDead('letters', second ?? '')).toBe(false)
    expect(await jobs.removeDead('letters', 'unknown')).toBe(false)

    await vi.waitFor(() => expect(seen).toEqual([{ name: 'first', id: first, attempt: 1 }]), {
      timeout: 60_000,
    })
    expect(await jobs.dead('letters')).toEqual([])
  })

  it('are counted by queue, with the age of the oldest that is due', async () => {
    const { database, jobs } = await create(freshFigures)
    const finish = Promise.withResolvers<void>()
    jobs.define('counted', { retryDelaysSeconds: [], concurrency: 1 }, () => finish.promise)
    jobs.define('empty', { retryDelaysSeconds: [] }, async () => {})
    await jobs.start()
    await database.transaction((transaction) =>
      jobs.enqueueAll(transaction, 'counted', [
        { data: {} },
        { data: {} },
        { data: {} },
        { data: {}, delaySeconds: 60 },
      ]),
    )
    const figures = async (name: string) =>
      (await jobs.figures()).find(({ queue }) => queue === name)

    await vi.waitFor(
      async () =>
        expect(await figures('counted')).toEqual({
          queue: 'counted',
          due: 2,
          delayed: 1,
          running: 1,
          dead: 0,
          oldestDueSeconds: expect.any(Number),
        }),
      { timeout: 60_000 },
    )
    expect((await figures('counted'))?.oldestDueSeconds).toBeGreaterThan(0)
    expect(await figures('empty')).toEqual({
      queue: 'empty',
      due: 0,
      delayed: 0,
      running: 0,
      dead: 0,
      oldestDueSeconds: 0,
    })
    finish.resolve()
  })

  it('that are dead are replayed beside a newer one of their singleton key', async () => {
    const { database, jobs } = await create({ pollSeconds: 0.2 })
    let fails = true
    const done: string[] = []
    jobs.define<{ name: string }>(
      'single',
      { retryDelaysSeconds: [], data: z.object({ name: z.string() }) },
      async ({ name }) => {
        if (fails) throw new Error('no')
        done.push(name)
      },
    )
    const enqueue = (name: string, singletonKey: string, delaySeconds = 0) =>
      database.transaction((transaction) =>
        jobs.enqueue(transaction, 'single', { name }, { singletonKey, delaySeconds }),
      )
    await enqueue('a', 'one')
    await enqueue('b', 'two')
    await jobs.start()
    await vi.waitFor(async () => expect(await jobs.dead('single')).toHaveLength(2), {
      timeout: 60_000,
    })
    await enqueue('newer', 'one', 3_600)
    fails = false
    for (const { id } of await jobs.dead('single'))
      expect(await jobs.replayDead('single', id)).toBe(true)
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['a', 'b']), { timeout: 60_000 })
  })
})
