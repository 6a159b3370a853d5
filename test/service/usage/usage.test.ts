import { expect, it } from 'vitest'
import { createExecutionLogs } from '../../../src/service/execution/execution-log.ts'
import { executionStore, type ExecutionRow } from '../../../src/service/execution/store.ts'
import { orderedIdAt, timeOfOrderedId } from '../../../src/service/platform/ids.ts'
import { createLog } from '../../../src/service/platform/log.ts'
import { noMetrics } from '../../../src/service/platform/metrics/index.ts'
import { createCountCalls } from '../../../src/service/usage/count-calls.ts'
import { createCountDeliveries } from '../../../src/service/usage/count-deliveries.ts'
import { classOf, percentile } from '../../../src/service/usage/duration-classes.ts'
import { createReadUsage } from '../../../src/service/usage/read-usage.ts'
import { verifies } from '../../requirements.ts'
import { startService } from '../../support/start-service.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../support/temporary-database.ts'
import { createSessionParts } from '../sessions/session-parts.ts'

const open = async (database: TemporaryDatabase) => {
  const { parts, project, passMinutes } = await createSessionParts(database)
  const { clock } = parts
  const logs = createExecutionLogs({ database, clock, log: createLog('silent'), ...noLogs })
  const store = executionStore(database.handle)
  let made = 0
  const call = (startedAt: string, changes: Partial<ExecutionRow> = {}): ExecutionRow => ({
    id: `${orderedIdAt('log_', Date.parse(startedAt))}${String((made += 1)).padStart(6, '0')}`,
    project_id: project.id,
    tool_slug: 'NOTES_GET_NOTE',
    toolkit_slug: 'notes',
    user_id: 'ada',
    connected_account_id: null,
    session_id: null,
    status: 'success',
    error: null,
    started_at: startedAt,
    duration_ms: 100,
    payload: null,
    ...changes,
  })
  return {
    project,
    clock,
    passMinutes,
    insert: (...rows: ExecutionRow[]) => store.insert(rows),
    call,
    countCalls: createCountCalls({ database, logs, clock }),
    readUsage: createReadUsage({ database, clock }),
  }
}

const noLogs = { metrics: noMetrics }

describeEachEngine('usage', (openDatabase) => {
  it('goes on when a clock that was far ahead is right again', async () => {
    verifies('usage.counts', 'nodes.clock')
    const { clock, insert, call, countCalls, passMinutes, project, readUsage } = await open(
      await openDatabase({ migrated: true }),
    )
    const year = 365 * 24 * 60
    passMinutes(year)
    await countCalls()
    passMinutes(-year)
    await countCalls()
    const now = clock.now().toISOString()
    passMinutes(2)
    await insert(call(now))
    passMinutes(2)
    await countCalls()
    expect(await readUsage(project, {})).toMatchObject({ calls: 1 })
  })

  it('counts each call once, in its hour and day', async () => {
    verifies('usage.counts')
    const { project, insert, call, countCalls, readUsage, passMinutes } = await open(
      await openDatabase({ migrated: true }),
    )
    await insert(
      call('2026-11-20T23:59:59.000Z', { user_id: 'bob' }),
      call('2026-11-21T10:10:00.000Z'),
      call('2026-11-21T10:20:00.000Z', { status: 'error', duration_ms: 1000 }),
      call('2026-11-21T11:20:00.000Z', { tool_slug: 'MAIL_SEND', toolkit_slug: 'mail' }),
      call('2026-11-21T11:30:00.000Z', { project_id: 'pr_other' }),
      call('2026-11-21T11:59:30.000Z', { user_id: null }),
    )
    await Promise.all([countCalls(), countCalls()])
    await countCalls()

    const day = await readUsage(project, { group_by: 'tool_slug', group_limit: 1 })
    expect(day).toMatchObject({
      interval: 'hour',
      from: '2026-11-20T12:00:00.000Z',
      to: '2026-11-21T12:00:00.000Z',
      counted_until: '2026-11-21T11:59:00.000Z',
      calls: 4,
      errors: 1,
      duration_ms: { average: 325 },
      groups: [{ value: 'NOTES_GET_NOTE', calls: 3, errors: 1 }],
      others: { calls: 1, errors: 0 },
    })
    expect(day.series).toHaveLength(24)
    expect(day.series.filter(({ calls }) => calls > 0)).toMatchObject([
      { start: '2026-11-20T23:00:00.000Z', calls: 1, errors: 0, duration_ms: { average: 100 } },
      { start: '2026-11-21T10:00:00.000Z', calls: 2, errors: 1, duration_ms: { average: 550 } },
      { start: '2026-11-21T11:00:00.000Z', calls: 1, errors: 0 },
    ])

    // The call of the last minute was left for later.
    passMinutes(2)
    await countCalls()
    const days = await readUsage(project, {
      from: '2026-11-20T12:00:00Z',
      interval: 'day',
      group_by: 'user_id',
    })
    expect(days.series.map(({ start, calls }) => [start, calls])).toEqual([
      ['2026-11-20T00:00:00.000Z', 1],
      ['2026-11-21T00:00:00.000Z', 4],
    ])
    expect(days.groups.map(({ value, calls }) => [value, calls])).toEqual([
      ['ada', 3],
      ['bob', 1],
    ])
    expect(days.others).toEqual({ calls: 1, errors: 0 })
    const toolkits = await readUsage(project, { group_by: 'toolkit' })
    expect(toolkits.groups.map(({ value, calls }) => [value, calls])).toEqual([
      ['notes', 4],
      ['mail', 1],
    ])
  })

  it('counts attempts of deliveries, apart from calls', async () => {
    verifies('usage.deliveries')
    const database = await openDatabase({ migrated: true })
    const { project, clock, readUsage, passMinutes } = await open(database)
    const deliveries = createCountDeliveries({ database, clock, log: createLog('silent') })
    const attempt = (outcome: 'success' | 'error') =>
      deliveries.count(project, { type: 'delivery', outcome, duration_ms: 100 })
    for (let count = 0; count < 300; count++) attempt(count % 3 === 0 ? 'error' : 'success')
    deliveries.count(project, { type: 'search', outcome: 'success' })
    deliveries.count({ ...project, id: 'pr_other' }, { type: 'delivery', outcome: 'success' })
    await deliveries.finish()
    passMinutes(60)
    attempt('success')
    await deliveries.finish()

    const { calls, deliveries: counted } = await readUsage(project, {})
    expect(calls).toBe(0)
    expect(counted).toMatchObject({ attempts: 300, errors: 100, duration_ms: { average: 100 } })
    expect(counted.series.filter(({ attempts }) => attempts > 0)).toEqual([
      { start: '2026-11-21T12:00:00.000Z', attempts: 300, errors: 100 },
    ])
    passMinutes(1)
    expect((await readUsage(project, {})).deliveries).toMatchObject({ attempts: 301, errors: 100 })
  })

  it('counts more calls than it reads at once', async () => {
    verifies('usage.counts')
    const { project, insert, call, countCalls, readUsage } = await open(
      await openDatabase({ migrated: true }),
    )
    for (let batch = 0; batch < 11; batch += 1)
      await insert(...Array.from({ length: 100 }, () => call('2026-11-21T09:00:00.000Z')))
    await Promise.all([countCalls(), countCalls()])
    expect(await readUsage(project, {})).toMatchObject({ calls: 1100, errors: 0 })
  })
})

it('percentiles are within a fifth, and add up over any range', () => {
  for (const part of [0.5, 0.95, 0.99]) {
    const durations = Array.from({ length: 1000 }, (_, index) => 1.01 ** index)
    const counts = Map.groupBy(durations, classOf)
    const found = percentile(new Map([...counts].map(([key, { length }]) => [key, length])), part)
    const exact = durations[Math.ceil(part * 1000) - 1] ?? 0
    expect(Math.abs(found - exact) / exact).toBeLessThan(0.2)
  }
  expect([0, 0.3, 1].map(classOf)).toEqual([0, 0, 0])
  expect(classOf(Number.MAX_VALUE)).toBe(60)
})

it('the time of an ordered id is read back, and ids sort by it', () => {
  const times = [0, 1, 61, 62, 1_700_000_000_000, Date.parse('8888-01-01')]
  const ids = times.map((ms) => orderedIdAt('log_', ms))
  expect(ids.map((id) => timeOfOrderedId('log_', `${id}rest`))).toEqual(times)
  expect(ids.toSorted()).toEqual(ids)
  expect(timeOfOrderedId('log_', '')).toBe(0)
})

it('a service answers the usage of a project, and explains a range that it refuses', async () => {
  verifies('usage.range')
  const service = await startService()
  const ask = async (query: string) => service.request('GET', `/api/v3/usage?${query}`)
  expect(await ask('')).toMatchObject({ status: 200, body: { calls: 0, duration_ms: null } })
  for (const [query, message] of [
    ['from=yesterday', 'from is no time: "yesterday"'],
    ['to=%2B012026-01-01T00:00:00Z', 'to is no time'],
    ['from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z', 'is not before to'],
    ['from=2026-11-01T00:00:00Z&to=2026-11-09T00:00:00Z&interval=hour', 'at most 168'],
    ['from=2020-11-01T00:00:00Z', 'at most 400'],
  ] as const) {
    const { status, body } = await ask(query)
    expect([query, status]).toEqual([query, 400])
    expect(body.error.message).toContain(message)
  }
  const whole = await ask('from=2026-11-01T00:00:00Z&to=2026-11-08T00:00:00Z&interval=hour')
  expect(whole.body.series).toHaveLength(168)
})
