import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { startReceiver } from '../../support/start-receiver.ts'
import { startDelivering } from './start-delivering.ts'

const patience = { timeout: 60_000, interval: 20 }
const accept = () => ({ status: 204 })

describe('deliveries', () => {
  it('bring every event, signed, in the version of each subscription', async () => {
    verifies(
      'webhooks.sent',
      'webhooks.sent.signed',
      'webhooks.sent.bodies',
      'webhooks.same-transaction',
    )
    const receiver = await startReceiver(accept)
    const node = await startDelivering({ allow: [receiver.host] })
    const subscriptions = await Promise.all(
      (['V1', 'V2', 'V3'] as const).map((version) =>
        node.subscribe(`${receiver.url}/${version}`, { version }),
      ),
    )
    await node.subscribe(`${receiver.url}/others`, { enabled_events: ['svc.trigger.disabled'] })
    await node.jobs.start()

    const id = await node.publish('ti_1', { note: 'new', connection_id: 'not ours' })
    const rolledBack = node.database.transaction(async (transaction) => {
      await node.events.publish(transaction, {
        type: 'trigger.message',
        scope: node.project.id,
        data: {},
      })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')

    await expect
      .poll(() => receiver.received.map(({ path }) => path).sort(), patience)
      .toEqual(['/V1', '/V2', '/V3'])
    const bodies = Object.fromEntries(
      receiver.received.map(({ path, body }) => [path, JSON.parse(body)]),
    )
    const data = { note: 'new', connection_id: 'not ours' }
    const metadata = {
      log_id: null,
      trigger_slug: 'NOTES_NOTE_MADE',
      trigger_id: 'ti_1',
      connected_account_id: 'ca_1',
      auth_config_id: 'ac_1',
      user_id: 'ada',
    }
    expect(bodies).toEqual({
      '/V1': {
        trigger_name: 'NOTES_NOTE_MADE',
        connection_id: 'ca_1',
        trigger_id: 'ti_1',
        payload: data,
        log_id: null,
      },
      '/V2': {
        type: 'notes_note_made',
        timestamp: expect.stringMatching(/Z$/),
        log_id: null,
        data: {
          note: 'new',
          connection_id: 'ca_1',
          connection_nano_id: 'ca_1',
          trigger_id: 'ti_1',
          trigger_nano_id: 'ti_1',
          user_id: 'ada',
        },
      },
      '/V3': {
        id,
        timestamp: expect.stringMatching(/Z$/),
        type: 'svc.trigger.message',
        metadata,
        data,
      },
    })
    for (const { path, headers, body } of receiver.received) {
      const secret =
        subscriptions.find(({ version }) => path === `/${version}`)?.secrets?.current ?? ''
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': id })
      expect(new StandardWebhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
      new SvixWebhook(secret).verify(body, headers)
      expect(() => new StandardWebhook(secret).verify(`${body} `, headers)).toThrow()
    }
    await expect
      .poll(() => node.listDeliveries(subscriptions[0]?.id ?? ''), patience)
      .toEqual([
        {
          id: expect.stringMatching(/^wd_/),
          event_id: id,
          event_type: 'svc.trigger.message',
          status: 'delivered',
          next_attempt_at: null,
          attempts: [
            {
              at: expect.stringMatching(/Z$/),
              status_code: 204,
              duration_ms: expect.any(Number),
              error: null,
            },
          ],
        },
      ])
  })

  it('are signed with both secrets while one replaces the other', async () => {
    verifies('webhooks.rotate.overlap')
    const receiver = await startReceiver(accept)
    let now = Date.now()
    const node = await startDelivering({
      allow: [receiver.host],
      clock: { now: () => new Date(now) },
    })
    const { id, secrets: before } = await node.subscribe(receiver.url)
    const { secrets: after } = await node.subscriptions.rotateSecret(node.project, id)
    await node.jobs.start()

    await node.publish('ti_1', {})
    await expect.poll(() => receiver.received.length, patience).toBe(1)
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[0]]
    for (const secret of [before?.current, after?.current])
      new StandardWebhook(secret ?? '').verify(body, headers)
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)

    now += 25 * 60 * 60 * 1_000
    await node.publish('ti_1', {})
    await expect.poll(() => receiver.received.length, patience).toBe(2)
    expect(receiver.received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  it('bring a test event to one subscription, signed', async () => {
    verifies('webhooks.test')
    const receiver = await startReceiver(accept)
    const node = await startDelivering({ allow: [receiver.host] })
    const { id, secrets } = await node.subscribe(`${receiver.url}/tested`)
    await node.subscribe(`${receiver.url}/other`)
    await node.jobs.start()

    const sent = await node.deliveries.sendTest(node.project, id)
    expect(sent).toMatchObject({ status: 'pending', event_type: 'svc.trigger.message' })
    await expect.poll(() => receiver.received.length, patience).toBe(1)
    const { path, body, headers } = receiver.received[0] ?? { path: '', body: '', headers: {} }
    expect(path).toBe('/tested')
    const verified = new StandardWebhook(secrets?.current ?? '').verify(
      body,
      headers as Record<string, string>,
    )
    expect(verified).toMatchObject({ id: sent.event_id, data: { test: true } })
    await expect
      .poll(async () => (await node.listDeliveries(id))[0]?.status, patience)
      .toBe('delivered')
    await expect(
      node.deliveries.sendTest(node.project, id, 'svc.toolkit.changed'),
    ).rejects.toMatchObject({ slug: 'invalid_request' })
  })

  it('that fail for good wait as dead letters, and a replay sends them with the same id', async () => {
    verifies(
      'webhooks.deliveries.replay',
      'webhooks.deliveries.replay-state',
      'webhooks.redirects',
      'webhooks.dead-letter',
    )
    let mended = false
    const receiver = await startReceiver(() =>
      mended
        ? { status: 200 }
        : { status: 302, headers: { location: 'https://localhost/elsewhere' } },
    )
    const clock = { now: () => new Date(started + (Date.now() - started) * 30_000), pace: 30_000 }
    const started = Date.now()
    const node = await startDelivering({ allow: [receiver.host], clock })
    const { id: subscription } = await node.subscribe(receiver.url)
    await node.jobs.start()
    const event = await node.publish('ti_1', { secret: 'of the user' })

    await expect.poll(() => node.listDeliveries(subscription, 'dead'), patience).toHaveLength(1)
    const [dead] = await node.listDeliveries(subscription)
    expect(dead?.attempts).toHaveLength(8)
    expect(dead?.attempts[0]).toMatchObject({
      status_code: 302,
      error: 'HTTP 302: redirects are not followed',
    })
    expect(JSON.stringify(await node.place.query('select * from webhook_deliveries'))).not.toMatch(
      /of the user|ada/,
    )

    mended = true
    // Both find a dead delivery, and one of them makes it pending.
    const replays = await Promise.allSettled(
      [1, 2].map(() => node.deliveries.replay(node.project, dead?.id ?? '')),
    )
    expect(replays.filter(({ status }) => status === 'fulfilled')).toMatchObject([
      { value: { status: 'pending' } },
    ])
    expect(replays.filter(({ status }) => status === 'rejected')).toMatchObject([
      {
        reason: {
          slug: 'invalid_request',
          message: expect.stringMatching(/ is (pending|delivered); only a dead one/),
        },
      },
    ])
    await expect
      .poll(() => node.listDeliveries(subscription, 'delivered'), patience)
      .toHaveLength(1)
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([event]))
    expect(receiver.received).toHaveLength(9)
    expect(receiver.received.at(-1)?.body).toBe(receiver.received[0]?.body)
  })

  it('stop when the receiver answers 410, which is told by an event, and go on after an update', async () => {
    verifies('webhooks.gone', 'webhooks.disabled')
    const gone = await startReceiver(() => ({ status: 410 }))
    const told = await startReceiver(accept)
    const lines: string[] = []
    const node = await startDelivering({
      allow: [gone.host, told.host],
      writeLog: { write: (line) => void lines.push(line) },
    })
    const { id } = await node.subscribe(gone.url)
    await node.subscribe(told.url, { enabled_events: ['svc.webhook_subscription.disabled'] })
    await node.jobs.start()

    await node.publish('ti_1', {})
    await expect.poll(() => told.received.length, patience).toBe(1)
    expect(JSON.parse(told.received[0]?.body ?? '')).toMatchObject({
      type: 'svc.webhook_subscription.disabled',
      data: { id },
    })
    expect((await node.subscriptions.get(node.project, id)).disabledAt).toMatch(/Z$/)
    await expect
      .poll(async () => (await node.listDeliveries(id)).map(({ status }) => status), patience)
      .toEqual(['dead'])
    await node.publish('ti_1', {})
    expect(await node.listDeliveries(id)).toHaveLength(1)

    await node.subscriptions.update(node.project, id, { enabled_events: ['svc.trigger.message'] })
    await node.publish('ti_1', {})
    await expect.poll(() => gone.received.length, patience).toBe(2)
    expect(lines).toEqual([])
  })

  it('to an endpoint that only fails for five days disable it; one that works now and then stays', async () => {
    verifies('webhooks.five-days')
    let answers = 0
    const dead = await startReceiver(() => ({ status: 500 }))
    const flaky = await startReceiver(() => ({ status: answers++ % 2 === 0 ? 500 : 200 }))
    let now = Date.now()
    const node = await startDelivering({
      allow: [dead.host, flaky.host],
      clock: { now: () => new Date(now) },
    })
    const { id: failing } = await node.subscribe(dead.url)
    const { id: working } = await node.subscribe(flaky.url)
    await node.jobs.start()

    for (let day = 0; day <= 5; day += 1) {
      await node.publish('ti_1', { day })
      await expect
        .poll(
          async () =>
            (await node.listDeliveries(failing)).filter(({ attempts }) => attempts.length > 0)
              .length,
          patience,
        )
        .toBe(day + 1)
      await expect.poll(() => flaky.received.length, patience).toBeGreaterThan(day)
      expect((await node.subscriptions.get(node.project, failing)).disabledAt === null).toBe(
        day < 5,
      )
      now += 24 * 60 * 60 * 1_000 + 1_000
    }
    expect((await node.subscriptions.get(node.project, working)).disabledAt).toBeNull()
    await expect.poll(() => node.listDeliveries(failing, 'failed'), patience).toEqual([])
  })

  it('to an endpoint that hangs hold up none to another, and end with their subscription', async () => {
    verifies('webhooks.independent', 'webhooks.sent.timeout', 'webhooks.delete')
    const hanging = await startReceiver(() => 'hang')
    const alive = await startReceiver(accept)
    const node = await startDelivering({
      allow: [hanging.host, alive.host],
      attemptTimeoutMs: 60_000,
    })
    const { id } = await node.subscribe(hanging.url)
    await node.subscribe(alive.url)
    await node.jobs.start()

    for (let trigger = 0; trigger < 150; trigger += 1) await node.publish(`ti_${trigger}`, {})

    await expect.poll(() => alive.received.length, patience).toBe(150)
    await expect.poll(() => hanging.received.length, patience).toBe(20)
    await node.subscriptions.delete(node.project, id)
    expect(
      await node.place.query(`select id from webhook_deliveries where subscription_id = '${id}'`),
    ).toEqual([])
  })

  it('that find no answer in time have failed', async () => {
    verifies('webhooks.sent.timeout')
    const hanging = await startReceiver(() => 'hang')
    const node = await startDelivering({ allow: [hanging.host], attemptTimeoutMs: 100 })
    const { id } = await node.subscribe(hanging.url)
    await node.jobs.start()
    await node.publish('ti_1', {})
    await expect
      .poll(() => node.listDeliveries(id, 'failed'), patience)
      .toMatchObject([
        {
          attempts: [{ status_code: null, error: expect.stringContaining('localhost') }],
          next_attempt_at: expect.any(String),
        },
      ])
  })

  it('are forgotten when they are older than the retention, unless they are to be tried still', async () => {
    verifies('webhooks.retention')
    const receiver = await startReceiver(accept)
    let answered = false
    const failing = await startReceiver(() => {
      const reaction = answered ? 'hang' : { status: 500 }
      answered = true
      return reaction
    })
    const ago = 40 * 24 * 60 * 60 * 1_000
    const before = await startDelivering({
      allow: [receiver.host, failing.host],
      clock: { now: () => new Date(Date.now() - ago) },
    })
    const { id } = await before.subscribe(receiver.url)
    const { id: unfinished } = await before.subscribe(failing.url)
    await before.jobs.start()
    await before.publish('ti_1', {})
    await expect.poll(() => before.listDeliveries(id, 'delivered'), patience).toHaveLength(1)
    await expect.poll(() => before.listDeliveries(unfinished, 'failed'), patience).toHaveLength(1)
    await before.jobs.stop({ graceMs: 1_000 })

    const now = await startDelivering({
      allow: [receiver.host, failing.host],
      shared: before.place,
      retentionDays: 30,
      attemptTimeoutMs: 60_000,
    })
    await now.jobs.start()

    await expect.poll(() => now.listDeliveries(id), patience).toEqual([])
    expect(await now.listDeliveries(unfinished)).toMatchObject([{ status: 'failed' }])
  })

  it('of one trigger are first tried in the order of their events, on one node and on two', async () => {
    verifies('webhooks.order')
    const receiver = await startReceiver(accept)
    const first = await startDelivering({ allow: [receiver.host] })
    await first.subscribe(receiver.url)
    const nodes =
      first.place.database.engine === 'postgres'
        ? [first, await startDelivering({ allow: [receiver.host], shared: first.place })]
        : [first]
    const numbers = Array.from({ length: 60 }, (_, number) => number)
    for (const number of numbers) {
      // Events of one millisecond have an order on their own node alone.
      if (number % 3 === 0) await sleep(2)
      await first.publish(`ti_${number % 3}`, { number })
    }
    await Promise.all(nodes.map(({ jobs }) => jobs.start()))
    await expect.poll(() => receiver.received.length, patience).toBe(60)
    const seen = receiver.received.map(
      ({ body }) => (JSON.parse(body) as { data: { number: number } }).data.number,
    )
    for (const trigger of [0, 1, 2])
      expect(seen.filter((number) => number % 3 === trigger)).toEqual(
        numbers.filter((number) => number % 3 === trigger),
      )
  })
})
