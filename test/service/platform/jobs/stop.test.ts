import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { describeEachEngine } from '../../../support/temporary-database.ts'
import { jobsOn } from './jobs-on.ts'

describeEachEngine('stopping jobs', (open) => {
  const { create } = jobsOn(open)

  it('waits for a running job and takes no other', async () => {
    const { database, jobs } = await create()
    const running = Promise.withResolvers<void>()
    const events: string[] = []
    jobs.define<{ name: string }>(
      'waits',
      { retryDelaysSeconds: [], concurrency: 1 },
      async ({ name }) => {
        running.resolve()
        await sleep(100)
        events.push(name)
      },
    )
    await jobs.start()
    await database.transaction((transaction) =>
      jobs.enqueue(transaction, 'waits', { name: 'first' }),
    )
    await running.promise
    await database.transaction((transaction) =>
      jobs.enqueue(transaction, 'waits', { name: 'second' }),
    )

    await jobs.stop({ graceMs: 10_000 })
    events.push('stopped')

    expect(events).toEqual(['first', 'stopped'])
  })

  it.each([
    ['ends when its signal is aborted', true],
    ['does not listen to its signal', false],
  ])('releases a job that %s, without counting the attempt', async (_, listens) => {
    const queue = `handed-back-${listens}`
    const { database, jobs } = await create()
    const running = Promise.withResolvers<void>()
    let aborted = false
    jobs.define(queue, { retryDelaysSeconds: [] }, async (_data, { signal }) => {
      signal.addEventListener('abort', () => void (aborted = true))
      running.resolve()
      await sleep(2_000, undefined, listens ? { signal } : { ref: false })
    })
    await jobs.start()
    const id = await database.transaction((transaction) =>
      jobs.enqueue(transaction, queue, { name: 'mine' }, { singletonKey: 'a' }),
    )
    await running.promise

    await jobs.stop({ graceMs: 20 })

    expect(aborted).toBe(true)
    const { jobs: next } = await create()
    const seen: unknown[] = []
    next.define(
      queue,
      { retryDelaysSeconds: [] },
      async (data, { id, attempt }) => void seen.push({ data, id, attempt }),
    )
    await next.start()
    await vi.waitFor(() => expect(seen).toEqual([{ data: { name: 'mine' }, id, attempt: 1 }]), {
      timeout: 60_000,
    })
  })

  it('may be asked twice, or before anything started', async () => {
    const { jobs } = await create()
    jobs.define('never', { retryDelaysSeconds: [] }, async () => {})
    await jobs.stop({ graceMs: 0 })
    await jobs.stop({ graceMs: 0 })
  })
})
