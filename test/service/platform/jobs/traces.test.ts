import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { describeEachEngine } from '../../../support/temporary-database.ts'
import { verifies } from '../../../requirements.ts'
import { jobsOn } from './jobs-on.ts'

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

describeEachEngine('the trace that a job was added in', (open, engine) => {
  const { create } = jobsOn(open)

  it('is there at every attempt, also after its job was dead, and of it no more than names it', async () => {
    verifies('telemetry.traces.deliveries')
    const { database, jobs } = await create({ pollSeconds: 0.1 })
    const seen: unknown[] = []
    let broken = true
    jobs.define('traced', { retryDelaysSeconds: [0] }, async (_, { trace }) => {
      seen.push(trace)
      if (broken) throw new Error('not yet')
    })
    await jobs.start()
    const id = await database.transaction((transaction) =>
      jobs.enqueue(
        transaction,
        'traced',
        {},
        { trace: { traceparent, tracestate: 'vendor=1', baggage: 'user=ada' } },
      ),
    )
    await vi.waitFor(async () => expect(await jobs.dead('traced')).toHaveLength(1), {
      timeout: 60_000,
    })
    broken = false
    expect(await jobs.replayDead('traced', id ?? '')).toBe(true)

    await vi.waitFor(() => expect(seen).toHaveLength(3), { timeout: 60_000 })
    expect(seen).toEqual([{ traceparent }, { traceparent }, { traceparent }])
  })

  it.each([
    ['none', undefined],
    ['what is not one', 'x'.repeat(10_000)],
  ])('is absent where %s was kept', async (name, kept) => {
    const { database, jobs } = await create({ pollSeconds: 0.1 })
    const queue = `untraced.${name.replaceAll(' ', '-')}`
    const seen: unknown[] = []
    jobs.define(queue, { retryDelaysSeconds: [] }, async (_, { trace }) => void seen.push(trace))
    await database.transaction((transaction) =>
      jobs.enqueue(
        transaction,
        queue,
        {},
        { ...(kept !== undefined && { trace: { traceparent: kept } }) },
      ),
    )
    if (engine === 'sqlite')
      expect(
        (
          await sql<{
            traceparent: string | null
          }>`select traceparent from jobs where queue = ${queue}`.execute(database.handle)
        ).rows,
      ).toEqual([{ traceparent: kept ?? null }])
    await jobs.start()

    await vi.waitFor(() => expect(seen).toEqual([undefined]), { timeout: 60_000 })
  })
})
