import { describe, expect, it } from 'vitest'
import { deliveryStore } from '../../../src/service/webhooks/deliveries/store.ts'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startService } from '../../support/start-service.ts'

const attempt = {
  at: '2026-11-21T10:00:00.000Z',
  status_code: 500,
  duration_ms: 12,
  error: 'HTTP 500',
}

/** A project with a subscription, which has one delivery in each state. */
const startWithDeliveries = async () => {
  const shared = await createSharedDatabase()
  const service = await startService({ database: shared.database })
  const project = await createProject(service, 'Delivers')
  const { id: subscription } = await project.client.webhookSubscriptions.create({
    body: { webhook_url: 'https://1.1.1.1/hooks', enabled_events: ['svc.trigger.message'] },
  })
  const store = deliveryStore((await openServiceDatabase(shared.database)).handle)
  for (const [index, status] of (['pending', 'delivered', 'failed', 'dead'] as const).entries()) {
    const row = {
      id: `wd_${status}`,
      project_id: project.id,
      subscription_id: subscription,
      event_id: `evt_${status}`,
      event_type: 'svc.trigger.message',
      status,
      attempts: JSON.stringify(status === 'pending' ? [] : [attempt]),
      next_attempt_at:
        status === 'pending' || status === 'failed' ? '2026-11-21T10:05:00.000Z' : null,
      created_at: `2026-11-21T10:00:0${index}.000Z`,
    }
    await store.insert(row)
  }
  return { shared, service, project, subscription }
}

describe('deliveries', () => {
  it('are listed newest first, in pages, by status', async () => {
    verifies('webhooks.deliveries.list')
    const { project, subscription } = await startWithDeliveries()
    const list = (query: Record<string, unknown>) =>
      project.client.webhookSubscriptions.listDeliveries({ params: { id: subscription }, query })
    const first = await list({ limit: 3 })
    expect(first).toMatchObject({ total_items: 4, total_pages: 2, current_page: 1 })
    expect(first.items[0]).toEqual({
      id: 'wd_dead',
      event_id: 'evt_dead',
      event_type: 'svc.trigger.message',
      status: 'dead',
      attempts: [attempt],
      next_attempt_at: null,
    })
    const second = await list({ cursor: first.next_cursor })
    expect([...first.items, ...second.items].map(({ status }) => status)).toEqual([
      'dead',
      'failed',
      'delivered',
      'pending',
    ])
    for (const status of ['pending', 'delivered', 'failed', 'dead'])
      expect(await list({ status })).toMatchObject({ total_items: 1, items: [{ status }] })
    await expect(list({ status: 'lost' })).rejects.toMatchObject({ status: 400 })
  })

  it('that are dead are replayed with the same event id, others not', async () => {
    verifies('webhooks.deliveries.replay', 'webhooks.deliveries.replay-state', 'webhooks.isolation')
    const { service, project } = await startWithDeliveries()
    const replay = (id: string, key = project.key) =>
      service.request('POST', `/api/v3/webhook_deliveries/${id}/replay`, {
        headers: { 'x-api-key': key },
      })
    expect((await replay('wd_dead', service.apiKey)).status).toBe(404)
    expect((await replay('wd_unknown')).status).toBe(404)
    expect((await replay('nonsense')).status).toBe(400)
    for (const status of ['pending', 'delivered', 'failed']) {
      expect(await replay(`wd_${status}`)).toMatchObject({
        status: 400,
        body: {
          error: { message: expect.stringContaining(status), suggested_fix: expect.any(String) },
        },
      })
    }

    const replayed = await replay('wd_dead')

    expect(replayed).toMatchObject({
      status: 200,
      body: {
        id: 'wd_dead',
        event_id: 'evt_dead',
        status: 'pending',
        attempts: [attempt],
        next_attempt_at: expect.stringMatching(/Z$/),
      },
    })
  })

  it('of one subscription are recovered since a time, the same events again', async () => {
    verifies('webhooks.recover', 'webhooks.isolation')
    const { shared, service, project, subscription } = await startWithDeliveries()
    const recover = (since: string, key = project.key) =>
      service.request('POST', `/api/v3/webhook_subscriptions/${subscription}/recover`, {
        body: { since },
        headers: { 'x-api-key': key },
      })
    expect((await recover('2026-11-21T10:00:00.000Z', service.apiKey)).status).toBe(404)
    expect((await recover('yesterday')).status).toBe(400)
    expect((await recover('2026-11-21T10:00:04.000Z')).body).toEqual({
      recovered: 0,
      has_more: false,
    })
    expect((await recover('2026-11-21T10:00:03.000Z')).body).toEqual({
      recovered: 1,
      has_more: false,
    })
    const { items } = await project.client.webhookSubscriptions.listDeliveries({
      params: { id: subscription },
    })
    expect(items[0]).toMatchObject({ id: 'wd_dead', event_id: 'evt_dead' })

    const store = deliveryStore((await openServiceDatabase(shared.database)).handle)
    const rows = Array.from({ length: 1001 }, (_, index) => ({
      id: `wd_dead_${String(index).padStart(4, '0')}`,
      project_id: project.id,
      subscription_id: subscription,
      event_id: `evt_${index}`,
      event_type: 'svc.trigger.message',
      status: 'dead' as const,
      attempts: '[]',
      next_attempt_at: null,
      created_at: '2026-11-22T10:00:00.000Z',
    }))
    for (let from = 0; from < rows.length; from += 200)
      await store.insertAll(rows.slice(from, from + 200))
    const since = '2026-11-22T00:00:00.000Z'
    expect((await recover(since)).body).toEqual({ recovered: 1000, has_more: true })
    // Those of them that ran meanwhile are dead again: their events are not kept.
    const { body: last } = await recover(since)
    expect(last.has_more).toBe(false)
    expect(last.recovered).toBeGreaterThanOrEqual(1)
  })

  it('go with their subscription, and both with their project', async () => {
    verifies('webhooks.delete', 'webhooks.project-deleted')
    const { shared, service, project, subscription } = await startWithDeliveries()
    const other = await project.client.webhookSubscriptions.create({
      body: { webhook_url: 'https://1.1.1.1/other', enabled_events: ['svc.trigger.message'] },
    })
    await project.client.webhookSubscriptions.delete({ params: { id: other.id } })
    expect(await shared.query('select id from webhook_deliveries')).toHaveLength(4)

    await service.request('DELETE', `/api/v3/org/owner/project/${project.id}`, {
      headers: { 'x-org-api-key': service.orgApiKey },
    })

    await expect
      .poll(
        () =>
          shared.query(
            'select id from webhook_deliveries union select id from webhook_subscriptions',
          ),
        { timeout: 60_000 },
      )
      .toEqual([])
    expect(subscription).toMatch(/^ws_/)
  })
})
