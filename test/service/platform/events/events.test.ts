import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { systemClock } from '../../../../src/service/platform/clock.ts'
import {
  createEvents,
  eventRetention,
  eventsMigrations,
  type Event,
} from '../../../../src/service/platform/events/index.ts'
import {
  createJobs,
  jobsMigrations,
  type Jobs,
} from '../../../../src/service/platform/jobs/index.ts'
import { noMetrics } from '../../../../src/service/platform/metrics/index.ts'
import { createRetention, toKept } from '../../../../src/service/platform/retention/index.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../../support/temporary-database.ts'

describeEachEngine('events', (open) => {
  let database: TemporaryDatabase
  const running: Jobs[] = []
  beforeAll(async () => {
    database = await open()
    await database.migrate({ ...jobsMigrations, ...eventsMigrations })
  })
  afterEach(() => Promise.all(running.splice(0).map((jobs) => jobs.stop({ graceMs: 0 }))))

  const create = (clock = systemClock) => {
    const jobs = createJobs(database, { clock, postgresUrl: database.location })
    running.push(jobs)
    return { jobs, events: createEvents(database, jobs, { clock }) }
  }

  it('gives an event to each subscriber of its type, and to no other', async () => {
    const { jobs, events } = create()
    const seen: Record<string, Event[]> = { mail: [], ledger: [], other: [] }
    events.subscribe('invoice.paid', 'mail', async (event) => void seen['mail']?.push(event))
    events.subscribe('invoice.paid', 'ledger', async (event) => void seen['ledger']?.push(event))
    events.subscribe('invoice.sent', 'mail', async (event) => void seen['other']?.push(event))
    await jobs.start()

    const id = await database.transaction((transaction) =>
      events.publish(transaction, {
        type: 'invoice.paid',
        scope: 'tenant_1',
        data: { invoice: 7 },
      }),
    )

    const event = {
      id,
      type: 'invoice.paid',
      scope: 'tenant_1',
      data: { invoice: 7 },
      at: expect.stringMatching(/Z$/),
    }
    await vi.waitFor(() => expect(seen).toEqual({ mail: [event], ledger: [event], other: [] }), {
      timeout: 60_000,
    })
  })

  it('tells nobody of an event whose transaction is rolled back', async () => {
    const { jobs, events } = create()
    const seen: unknown[] = []
    events.subscribe('thing.changed', 'watcher', async ({ data }) => void seen.push(data))
    await jobs.start()

    const rolledBack = database.transaction(async (transaction) => {
      await events.publish(transaction, {
        type: 'thing.changed',
        scope: 'tenant_1',
        data: { never: true },
      })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await database.transaction((transaction) =>
      events.publish(transaction, {
        type: 'thing.changed',
        scope: 'tenant_1',
        data: { kept: true },
      }),
    )

    await vi.waitFor(() => expect(seen).toEqual([{ kept: true }]), { timeout: 60_000 })
  })

  it('tries a failing subscriber again with the same event, and holds up no other', async () => {
    const { jobs, events } = create()
    const failing: string[] = []
    const working: string[] = []
    events.subscribe('thing.broken', 'failing', async ({ id }) => {
      failing.push(id)
      if (failing.length === 1) throw new Error('not yet')
    })
    events.subscribe('thing.broken', 'working', async ({ id }) => void working.push(id))
    await jobs.start()

    const id = await database.transaction((transaction) =>
      events.publish(transaction, { type: 'thing.broken', scope: 'tenant_1', data: {} }),
    )

    await vi.waitFor(() => expect(working).toEqual([id]), { timeout: 60_000 })
    await vi.waitFor(() => expect(failing).toEqual([id, id]), { timeout: 60_000 })
    await sleep(50)
    expect(working).toEqual([id])
  })

  it('removes events after their retention', async () => {
    let now = Date.parse('2030-01-01T00:00:00.000Z')
    const clock = { now: () => new Date(now) }
    const kept = async () => {
      const tables = database.handle.withTables<{ events: { type: string } }>()
      const rows = await tables
        .selectFrom('events')
        .select('type')
        .where('type', 'like', 'retained.%')
        .execute()
      return rows.map(({ type }) => type)
    }
    const { jobs: first, events } = create(clock)
    createRetention(
      { database, events, jobs: first, clock, metrics: noMetrics, scopeDeleted: 'tenant.deleted' },
      eventRetention(toKept()),
    )
    await first.start()
    await events.publish(database.handle, { type: 'retained.old', scope: 'tenant_1', data: {} })
    now += 15 * 86_400_000
    await events.publish(database.handle, { type: 'retained.new', scope: 'tenant_1', data: {} })
    expect(await kept()).toHaveLength(2)
    await first.stop({ graceMs: 0 })

    now += 16 * 86_400_000
    const { jobs: second, events: again } = create(clock)
    createRetention(
      {
        database,
        events: again,
        jobs: second,
        clock,
        metrics: noMetrics,
        scopeDeleted: 'tenant.deleted',
      },
      eventRetention(toKept()),
    )
    await second.start()

    await vi.waitFor(async () => expect(await kept()).toEqual(['retained.new']), {
      timeout: 60_000,
    })
  })
})
