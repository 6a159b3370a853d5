import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { dayMs, systemClock } from '../../../../src/service/platform/clock.ts'
import { RetryJob } from '../../../../src/service/platform/jobs/index.ts'
import { describeEachEngine } from '../../../support/temporary-database.ts'
import { jobsOn } from './jobs-on.ts'

const within = { timeout: 60_000 }
const ahead = { now: () => new Date(Date.now() + 400 * dayMs) }

/** A node whose clock is a year ahead, and then one whose clock is right. */
describeEachEngine('a clock that was ahead', (open, engine) => {
  const { create } = jobsOn(open)

  it('does not stop a schedule until then', async () => {
    const start = async (clock = systemClock) => {
      const seen: unknown[] = []
      const { database, jobs } = await create({ clock })
      jobs.define('yearly', { retryDelaysSeconds: [] }, async (data) => void seen.push(data))
      jobs.schedule('yearly', '0 0 1 * *', {})
      await jobs.start()
      return { database, jobs, seen }
    }
    const wrong = await start(ahead)
    await wrong.jobs.stop({ graceMs: 0 })

    const { database, seen } = await start()

    await vi.waitFor(() => expect(seen).toHaveLength(1), within)
    const { rows } = await sql<{ next_at: string }>`
      select next_at from job_schedules where queue = 'yearly'`.execute(database.handle)
    expect(Date.parse(rows[0]?.next_at ?? '')).toBeLessThan(Date.now() + 32 * dayMs)
    // It is one time of the schedule, which the next node does not repeat.
    expect((await start()).seen).toEqual([])
  })

  it('does not delay jobs that were added, retried or leased meanwhile until then', async () => {
    const start = async (clock: typeof ahead, work: (name: string) => Promise<void>) => {
      const { database, jobs } = await create({ clock })
      jobs.define<{ name: string }>('delayed', { retryDelaysSeconds: [3_600] }, async ({ name }) =>
        work(name),
      )
      await jobs.start()
      return { database, jobs }
    }
    const tried: string[] = []
    const wrong = await start(ahead, async (name) => {
      tried.push(name)
      if (name === 'retried') throw new RetryJob('Later', 1_000)
    })
    await wrong.database.transaction((transaction) =>
      wrong.jobs.enqueueAll(transaction, 'delayed', [
        { data: { name: 'retried' } },
        { data: { name: 'added' }, delaySeconds: 1 },
      ]),
    )
    await vi.waitFor(() => expect(tried).toContain('retried'), within)
    await wrong.jobs.stop({ graceMs: 1_000 })

    const done: string[] = []
    await start(systemClock, async (name) => void done.push(name))

    await vi.waitFor(() => expect(done.toSorted()).toEqual(['added', 'retried']), within)
  })

  // pg-boss's leases are of the database's time.
  describe.runIf(engine === 'sqlite')('on SQLite', () => {
    it('does not keep a lease of a process that ended, nor shorten a delay of now', async () => {
      const { database, jobs } = await create()
      await jobs.stop({ graceMs: 0 })
      const insert = (name: string, state: string, runAt: number, setAt: number, lease?: number) =>
        sql`insert into jobs (id, queue, data, state, attempt, run_at, set_at, created_at, claim, lease_until)
          values (${name}, 'left', ${JSON.stringify({ name })}, ${state}, 0, ${iso(runAt)}, ${iso(setAt)}, ${iso(setAt)}, 'x', ${lease === undefined ? null : iso(lease)})`.execute(
          database.handle,
        )
      await insert('leased', 'running', 0, 0, 400 * dayMs)
      await insert('for-later', 'waiting', 20 * dayMs, 0)
      const done: string[] = []
      const next = await create()
      next.jobs.define<{ name: string }>(
        'left',
        { retryDelaysSeconds: [] },
        async ({ name }) => void done.push(name),
      )
      await next.jobs.start()

      await vi.waitFor(() => expect(done).toEqual(['leased']), within)
      // A job is removed after its work is done.
      await vi.waitFor(async () => {
        const { rows } = await sql<{ run_at: string }>`select run_at from jobs`.execute(
          database.handle,
        )
        expect(rows.map(({ run_at }) => Date.parse(run_at) > Date.now() + 19 * dayMs)).toEqual([
          true,
        ])
      }, within)
    })
  })
})

const iso = (inMs: number): string => new Date(Date.now() + inMs).toISOString()
