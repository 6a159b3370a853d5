import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { describeEachEngine } from '../../../support/temporary-database.ts'
import { jobsOn } from './jobs-on.ts'

const startOfHour = Date.parse('2030-01-01T10:00:00.000Z')

describeEachEngine('scheduled jobs', (open) => {
  const { create, openOnce } = jobsOn(open)

  it('runs at each time the expression names', async () => {
    const { jobs } = await create()
    const seen: unknown[] = []
    jobs.define('each-second', { retryDelaysSeconds: [] }, async (data) => void seen.push(data))
    jobs.schedule('each-second', '* * * * * *', { why: 'cron' })
    await jobs.start()

    await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(2), { timeout: 60_000 })
    expect(seen[0]).toEqual({ why: 'cron' })
  })

  it('runs once over all nodes, and once after a stop in which several times passed', async () => {
    let now = startOfHour
    const clock = { now: () => new Date(now) }
    const seen: string[] = []
    const startNode = async (name: string) => {
      const { jobs } = await create({ clock, pollSeconds: 0.05 })
      jobs.define('hourly', { retryDelaysSeconds: [] }, async () => void seen.push(name))
      jobs.schedule('hourly', '30 * * * *', {})
      await jobs.start()
      return jobs
    }
    const first = await startNode('first')
    await sleep(150)
    expect(seen).toEqual([])
    await first.stop({ graceMs: 1_000 })

    now += 5 * 3_600_000
    const nodes = await Promise.all([startNode('second'), startNode('third')])
    await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 60_000 })
    await sleep(150)
    await Promise.all(nodes.map((jobs) => jobs.stop({ graceMs: 1_000 })))

    await startNode('fourth')
    await sleep(150)
    expect(seen).toHaveLength(1)
  })

  it('takes up a changed expression and reads it in UTC', async () => {
    const clock = { now: () => new Date(startOfHour) }
    const database = await openOnce()
    const nextAfterStart = async (cron: string) => {
      const { jobs } = await create({ clock })
      jobs.define('changed', { retryDelaysSeconds: [] }, async () => {})
      jobs.schedule('changed', cron, {})
      await jobs.start()
      const rows = await database.handle
        .withTables<{ job_schedules: { queue: string; next_at: string } }>()
        .selectFrom('job_schedules')
        .select('next_at')
        .where('queue', '=', 'changed')
        .execute()
      return rows.map((row) => row.next_at)
    }

    expect(await nextAfterStart('0 4 * * *')).toEqual(['2030-01-02T04:00:00.000Z'])
    expect(await nextAfterStart('0 5 * * *')).toEqual(['2030-01-02T05:00:00.000Z'])
  })
})
