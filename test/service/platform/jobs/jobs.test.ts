import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { describeEachEngine } from '../../../support/temporary-database.ts'
import { jobsOn } from './jobs-on.ts'

describeEachEngine('jobs', (open) => {
  const { create } = jobsOn(open)

  it('runs a job after the commit of the transaction that added it', async () => {
    const { database, jobs } = await create()
    const seen: unknown[] = []
    let committed = false
    jobs.define<{ to: string }>(
      'commit',
      { retryDelaysSeconds: [] },
      async ({ to }, { id, attempt }) => void seen.push({ to, id, attempt, committed }),
    )
    await jobs.start()

    const id = await database.transaction(async (transaction) => {
      const added = await jobs.enqueue(transaction, 'commit', { to: 'ada' })
      await sleep(50)
      committed = true
      return added
    })

    await vi.waitFor(() => expect(seen).toEqual([{ to: 'ada', id, attempt: 1, committed: true }]), {
      timeout: 60_000,
    })
  })

  it('forgets a job whose transaction is rolled back', async () => {
    const { database, jobs } = await create({ pollSeconds: 0.05 })
    const seen: string[] = []
    jobs.define<{ name: string }>(
      'rollback',
      { retryDelaysSeconds: [] },
      async ({ name }) => void seen.push(name),
    )
    await jobs.start()

    const rolledBack = database.transaction(async (transaction) => {
      await jobs.enqueue(transaction, 'rollback', { name: 'never' })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await database.transaction((transaction) =>
      jobs.enqueue(transaction, 'rollback', { name: 'kept' }),
    )

    await vi.waitFor(() => expect(seen).toEqual(['kept']), { timeout: 60_000 })
  })

  it('starts a job without waiting for the next poll', async () => {
    const { database, jobs } = await create({ pollSeconds: 3_600 })
    const seen: string[] = []
    jobs.define<{ name: string }>(
      'announced',
      { retryDelaysSeconds: [] },
      async ({ name }) => void seen.push(name),
    )
    await jobs.start()

    for (const name of ['first', 'second', 'third']) {
      await database.transaction((transaction) => jobs.enqueue(transaction, 'announced', { name }))
      await vi.waitFor(() => expect(seen).toContain(name), { timeout: 60_000 })
    }
  })

  it('holds a delayed job back, and then starts it without waiting for the next poll', async () => {
    const { database, jobs } = await create({ pollSeconds: 3_600 })
    const seen: string[] = []
    jobs.define<{ name: string }>(
      'delay',
      { retryDelaysSeconds: [], concurrency: 1 },
      async ({ name }) => void seen.push(name),
    )
    await jobs.start()

    await database.transaction(async (transaction) => {
      await jobs.enqueue(transaction, 'delay', { name: 'later' }, { delaySeconds: 0.5 })
      await jobs.enqueue(transaction, 'delay', { name: 'much later' }, { delaySeconds: 3_600 })
      await jobs.enqueue(transaction, 'delay', { name: 'now' })
    })

    await vi.waitFor(() => expect(seen).toEqual(['now', 'later']), { timeout: 60_000 })
  })

  it('tries a failing job again after each delay of the list, and then keeps it as dead with its last error', async () => {
    const { database, jobs } = await create({ pollSeconds: 3_600 })
    const attempts: number[] = []
    jobs.define<{ to: string }>(
      'failing',
      { retryDelaysSeconds: [0.02, 0.05] },
      async (_, { attempt }) => {
        attempts.push(attempt)
        throw new Error(`attempt ${attempt} failed`)
      },
    )
    await jobs.start()

    const id = await database.transaction((transaction) =>
      jobs.enqueue(transaction, 'failing', { to: 'ada' }),
    )

    await vi.waitFor(async () => expect(await jobs.dead('failing')).toHaveLength(1), {
      timeout: 60_000,
    })
    expect(attempts).toEqual([1, 2, 3])
    expect(await jobs.dead('failing')).toEqual([
      {
        id,
        data: { to: 'ada' },
        error: 'attempt 3 failed',
        failedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ])
  })

  it('is done with a job that succeeds at a retry', async () => {
    const { database, jobs } = await create({ pollSeconds: 0.05 })
    const attempts: number[] = []
    jobs.define('mended', { retryDelaysSeconds: [0.02, 0.02] }, async (_, { attempt }) => {
      attempts.push(attempt)
      if (attempt === 1) throw new Error('not yet')
    })
    await jobs.start()

    await database.transaction((transaction) => jobs.enqueue(transaction, 'mended', {}))

    await vi.waitFor(() => expect(attempts).toEqual([1, 2]), { timeout: 60_000 })
    await sleep(200)
    expect(attempts).toEqual([1, 2])
    expect(await jobs.dead('mended')).toEqual([])
  })

  it('survives work that throws at once, rejects with no error, or leaves a rejection behind', async () => {
    const { database, jobs } = await create()
    const works: Record<string, () => Promise<void>> = {
      // eslint-disable-next-line typescript/no-throw-literal -- what a careless library does
      text: () => Promise.reject('only a text'),
      nothing: () => Promise.reject(undefined),
      'at once': () => {
        throw new Error('thrown before a promise')
      },
    }
    jobs.define<{ how: string }>(
      'careless',
      { retryDelaysSeconds: [] },
      ({ how }) => works[how]?.() ?? Promise.resolve(),
    )
    await jobs.start()

    await database.transaction(async (transaction) => {
      for (const how of Object.keys(works)) await jobs.enqueue(transaction, 'careless', { how })
    })

    await vi.waitFor(async () => expect(await jobs.dead('careless')).toHaveLength(3), {
      timeout: 60_000,
    })
    const errors = (await jobs.dead('careless')).map(({ error }) => error)
    expect(errors.sort()).toEqual(['only a text', 'thrown before a promise', 'undefined'])
  })

  it('gives up at once, with a readable error, on a job whose data is not what the queue expects', async () => {
    const { database, jobs } = await create()
    const work = vi.fn(async () => {})
    jobs.define(
      'checked',
      { retryDelaysSeconds: [60, 60], data: z.object({ count: z.number() }) },
      work,
    )
    await jobs.start()

    await database.transaction((transaction) =>
      jobs.enqueue(transaction, 'checked', { count: 'many' }),
    )

    await vi.waitFor(async () => expect(await jobs.dead('checked')).toHaveLength(1), {
      timeout: 60_000,
    })
    const [dead] = await jobs.dead('checked')
    expect(dead?.error).toContain('The data of a job in "checked" is invalid')
    expect(dead?.error).toContain('count')
    expect(work).not.toHaveBeenCalled()
  })

  it('aborts and fails an attempt that takes too long', async () => {
    const { database, jobs } = await create()
    const aborted: unknown[] = []
    jobs.define('slow', { retryDelaysSeconds: [], timeoutSeconds: 0.05 }, async (_, { signal }) => {
      signal.addEventListener('abort', () => aborted.push(signal.reason))
      await sleep(60_000, undefined, { signal })
    })
    await jobs.start()

    await database.transaction((transaction) => jobs.enqueue(transaction, 'slow', {}))

    await vi.waitFor(
      async () =>
        expect(await jobs.dead('slow')).toMatchObject([
          { error: 'The job took longer than 0.05 s' },
        ]),
      { timeout: 60_000 },
    )
    expect(aborted).toHaveLength(1)
  })

  it('lets one job with the same singleton key wait or run, and another once that is done', async () => {
    const { database, jobs } = await create()
    const running = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const seen: string[] = []
    jobs.define<{ name: string }>('single', { retryDelaysSeconds: [] }, async ({ name }) => {
      seen.push(name)
      if (name !== 'first') return
      running.resolve()
      await finish.promise
    })
    const enqueue = (name: string, singletonKey?: string) =>
      database.transaction((transaction) =>
        jobs.enqueue(
          transaction,
          'single',
          { name },
          singletonKey === undefined ? {} : { singletonKey },
        ),
      )

    expect(await enqueue('first', 'a')).toEqual(expect.any(String))
    expect(await enqueue('while it waits', 'a')).toBeNull()
    await jobs.start()
    await running.promise
    expect(await enqueue('while it runs', 'a')).toBeNull()
    expect(await enqueue('other key', 'b')).toEqual(expect.any(String))
    expect(await enqueue('no key')).toEqual(expect.any(String))
    expect(await enqueue('no key either')).toEqual(expect.any(String))
    finish.resolve()

    await vi.waitFor(
      async () => expect(await enqueue('after it', 'a')).toEqual(expect.any(String)),
      { timeout: 60_000 },
    )
    await vi.waitFor(
      () =>
        expect(seen.sort()).toEqual(['after it', 'first', 'no key', 'no key either', 'other key']),
      { timeout: 60_000 },
    )
  })

  it('keeps the singleton key over a retry and frees it when the job is dead', async () => {
    const { database, jobs } = await create({ pollSeconds: 0.05 })
    const failed = Promise.withResolvers<void>()
    jobs.define('single-failing', { retryDelaysSeconds: [0.3] }, async () => {
      failed.resolve()
      throw new Error('always')
    })
    await jobs.start()
    const enqueue = () =>
      database.transaction((transaction) =>
        jobs.enqueue(transaction, 'single-failing', {}, { singletonKey: 'a' }),
      )

    await enqueue()
    await failed.promise
    expect(await enqueue()).toBeNull()
    await vi.waitFor(async () => expect(await jobs.dead('single-failing')).toHaveLength(1), {
      timeout: 60_000,
    })
    expect(await enqueue()).toEqual(expect.any(String))
  })

  it('runs at most so many jobs of a queue at a time', async () => {
    const { database, jobs } = await create()
    let running = 0
    let most = 0
    let done = 0
    jobs.define('bounded', { retryDelaysSeconds: [], concurrency: 3 }, async () => {
      most = Math.max(most, ++running)
      await sleep(10)
      running--
      done++
    })
    await jobs.start()

    await database.transaction(async (transaction) => {
      for (let count = 0; count < 12; count++) await jobs.enqueue(transaction, 'bounded', {})
    })

    await vi.waitFor(() => expect(done).toBe(12), { timeout: 60_000 })
    expect(most).toBe(3)
  })

  it('keeps data exactly as it was given', async () => {
    const { database, jobs } = await create()
    const seen: string[] = []
    jobs.define(
      'exact',
      { retryDelaysSeconds: [] },
      async (data) => void seen.push(JSON.stringify(data)),
    )
    await jobs.start()
    const data = { z: 1, a: ['\0', '"', '\u{1f9f0}', null, 1e21], nested: { b: true, 0: 'zero' } }

    await database.transaction((transaction) => jobs.enqueue(transaction, 'exact', data))

    await vi.waitFor(() => expect(seen).toEqual([JSON.stringify(data)]), { timeout: 60_000 })
  })

  it('refuses what was not defined, or not in time', async () => {
    const { database, jobs } = await create()
    await expect(
      database.transaction((transaction) => jobs.enqueue(transaction, 'unknown', {})),
    ).rejects.toThrow('No queue is named "unknown"')
    expect(() => jobs.schedule('unknown', '* * * * *', {})).toThrow('No queue is named "unknown"')
    expect(() => jobs.define('no spaces', { retryDelaysSeconds: [] }, async () => {})).toThrow(
      'is not a valid queue name',
    )
    jobs.define('known', { retryDelaysSeconds: [] }, async () => {})
    expect(() => jobs.define('known', { retryDelaysSeconds: [] }, async () => {})).toThrow(
      'already defined',
    )
    expect(() => jobs.schedule('known', 'every day', {})).toThrow()
    await jobs.start()
    expect(() => jobs.define('late', { retryDelaysSeconds: [] }, async () => {})).toThrow(
      'defined too late',
    )
  })
})
