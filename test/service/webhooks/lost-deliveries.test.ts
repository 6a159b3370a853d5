import { expect, it } from 'vitest'
import { eventRetention } from '../../../src/service/platform/events/index.ts'
import { createLog } from '../../../src/service/platform/log.ts'
import { createMetrics } from '../../../src/service/platform/metrics/create-metrics.ts'
import { deleteExpired, toKept } from '../../../src/service/platform/retention/index.ts'
import { deliveryStore } from '../../../src/service/webhooks/deliveries/store.ts'
import { verifies } from '../../requirements.ts'
import { startReceiver } from '../../support/start-receiver.ts'
import { startDelivering } from './start-delivering.ts'

const patience = { timeout: 60_000, interval: 20 }

it(
  'a delivery whose job was lost is found after a while, and sent once',
  { timeout: 300_000 },
  async () => {
    verifies('webhooks.overdue')
    const receiver = await startReceiver(() => ({ status: 204 }))
    const clock = { now: () => new Date(Date.now() - 60 * 60 * 1_000) }
    const before = await startDelivering({ allow: [receiver.host], clock })
    const event = await before.publish('ti_1', { number: 1 })
    const { id: subscription } = await before.subscribe(receiver.url)
    const at = clock.now().toISOString()
    const row = {
      id: 'wd_lost',
      project_id: before.project.id,
      subscription_id: subscription,
      event_id: event,
      event_type: 'svc.trigger.message',
      status: 'pending' as const,
      attempts: '[]',
      next_attempt_at: at,
      created_at: at,
    }
    await deliveryStore(before.database.handle).insert(row)
    // It runs for long enough to know when it is to look next.
    await before.jobs.start()
    await before.jobs.stop({ graceMs: 1_000 })
    expect(receiver.received).toEqual([])

    const node = await startDelivering({ allow: [receiver.host], shared: before.place })
    await node.jobs.start()
    await expect
      .poll(() => node.listDeliveries(subscription), patience)
      .toMatchObject([{ id: 'wd_lost', status: 'delivered', attempts: [{ status_code: 204 }] }])
    expect(
      receiver.received.map(({ id, body }) => [id, (JSON.parse(body) as { data: unknown }).data]),
    ).toEqual([[event, { number: 1 }]])
  },
)

it('a figure says since when an event waits to be sent', { timeout: 300_000 }, async () => {
  verifies('telemetry.metrics.platform')
  const receiver = await startReceiver(() => ({ status: 204 }))
  let now = new Date('2026-01-01T00:00:00Z')
  const metrics = createMetrics({ log: createLog('silent') })
  const node = await startDelivering({
    allow: [receiver.host],
    clock: { now: () => now },
    metrics,
  })
  const { id: subscription } = await node.subscribe(receiver.url)
  await node.publish('ti_1', { number: 1 })
  now = new Date('2026-01-01T00:10:00Z')
  await node.publish('ti_1', { number: 2 })
  now = new Date('2026-01-01T00:30:00Z')
  const overdue = async () =>
    /^plugboard_webhook_deliveries_overdue_seconds (\S+)$/m.exec(await metrics.text())?.[1]
  expect(await overdue()).toBe('1800')
  await node.jobs.start()
  await expect.poll(() => node.listDeliveries(subscription, 'delivered'), patience).toHaveLength(2)
  expect(await overdue()).toBe('0')
})

it(
  'a delivery that was not tried before its event was forgotten is dead and says why',
  { timeout: 300_000 },
  async () => {
    verifies('webhooks.forgotten')
    const receiver = await startReceiver(() => ({ status: 204 }))
    const node = await startDelivering({ allow: [receiver.host] })
    const { id: subscription } = await node.subscribe(receiver.url)
    const event = await node.publish('ti_1', { number: 1 })
    await deleteExpired(node.database.handle, eventRetention(toKept()), new Date('9999-01-01'))
    await node.jobs.start()

    const attempt = {
      at: expect.stringMatching(/Z$/),
      status_code: null,
      duration_ms: 0,
      error: 'The event was not sent within the 30 days that it is kept for',
    }
    await expect
      .poll(() => node.listDeliveries(subscription), patience)
      .toMatchObject([
        { event_id: event, status: 'dead', next_attempt_at: null, attempts: [attempt] },
      ])
    const [dead] = await node.listDeliveries(subscription)
    await node.deliveries.replay(node.project, dead?.id ?? '')
    await expect
      .poll(() => node.listDeliveries(subscription), patience)
      .toMatchObject([{ status: 'dead', attempts: [attempt, attempt] }])
    expect(receiver.received).toEqual([])
  },
)
