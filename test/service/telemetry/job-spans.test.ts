import { SpanKind, SpanStatusCode, trace as traces } from '@opentelemetry/api'
import { describe, expect, it, vi } from 'vitest'
import { verifies } from '../../requirements.ts'
import { collectSpans, idOf, parentOf, traceparentOf } from '../../support/collect-spans.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import {
  authority,
  startReceiver,
  type Receiver,
  type Reaction,
} from '../../support/start-receiver.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { fastClock, noteMade, startNotes, startSource } from '../../support/start-source.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { oauthToolkit, startTokenProvider } from '../../support/start-token-provider.ts'
import { connectAccount, triggerType } from '../../support/watch-api.ts'

const within = { timeout: 60_000, interval: 20 }

const spans = collectSpans()
const callers = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

const subscribe = (
  { client }: TestService,
  { url }: Receiver,
  type: 'svc.trigger.message' | 'svc.connected_account.expired' = 'svc.trigger.message',
) => client.webhookSubscriptions.create({ body: { webhook_url: url, enabled_events: [type] } })

describe('a poll', () => {
  it('is a span with its request as a child, which says how it failed; the delivery of what it found goes on with its trace', async () => {
    verifies('telemetry.traces.jobs', 'telemetry.traces.deliveries', 'telemetry.traces.private')
    const notes = await startNotes()
    const receiver = await startReceiver(() => ({ status: 200 }))
    const { service, upsert, show } = await startSource(notes.upstream, {
      triggers: [noteMade()],
      auth: 'API_KEY',
      clock: fastClock(20),
      egressAllow: [notes.upstream.host, receiver.host],
      extraCa: authority,
    })
    const account = await connectAccount(service.client, 'notes', 'ada-the-user')
    const id = await upsert('NOTES_NOTE_MADE', { connected_account_id: account.id })
    await vi.waitFor(
      async () =>
        expect(await show(id)).toMatchObject({ state: { polled_at: expect.any(String) } }),
      within,
    )
    await subscribe(service, receiver)
    notes.add('the private note')
    await vi.waitFor(
      () => expect(spans.parentOf(spans.named('process webhook-delivery'))).toBeDefined(),
      within,
    )

    const delivery = spans.named('process webhook-delivery')
    const [post] = spans.childrenOf(delivery)
    const poll = spans.parentOf(delivery)
    const get = spans.childrenOf(poll).find(({ name }) => name === 'GET')
    expect([poll?.name, parentOf(poll), poll?.kind, poll?.status.code]).toEqual([
      'process trigger-poll',
      undefined,
      SpanKind.CONSUMER,
      SpanStatusCode.UNSET,
    ])
    expect(poll?.attributes).toEqual({
      'messaging.system': 'plugboard',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'trigger-poll',
      'messaging.message.id': expect.any(String),
      'plugboard.job.attempt': 1,
      'plugboard.toolkit': 'notes',
      'plugboard.trigger_slug': 'NOTES_NOTE_MADE',
      'plugboard.trigger_id': id,
    })
    expect([get?.kind, get?.attributes['http.response.status_code']]).toEqual([
      SpanKind.CLIENT,
      200,
    ])
    expect(notes.upstream.received.map(({ headers }) => headers['traceparent'])).toContain(
      traceparentOf(get),
    )
    const { type } = JSON.parse(receiver.received[0]?.body ?? '')
    expect(delivery?.attributes).toMatchObject({
      'messaging.destination.name': 'webhook-delivery',
      'plugboard.event_type': type,
      'plugboard.event_id': receiver.received[0]?.id,
      'plugboard.delivery_attempt': 1,
    })
    expect([post?.name, post?.kind]).toEqual(['POST', SpanKind.CLIENT])
    expect(receiver.received[0]?.headers['traceparent']).toBe(traceparentOf(post))
    await vi.waitFor(
      () =>
        expect(
          spans
            .childrenOf(poll)
            .map(({ name }) => name)
            .toSorted(),
        ).toEqual([
          'GET',
          'process event.trigger.message.project-events',
          'process webhook-delivery',
        ]),
      within,
    )

    notes.current.answer = () => ({ status: 500, body: { message: 'the private reason' } })
    const failed = () =>
      spans
        .all()
        .find(
          ({ name, attributes }) =>
            name === 'process trigger-poll' && attributes['error.type'] !== undefined,
        )
    await vi.waitFor(() => expect(failed()).toBeDefined(), within)
    expect([failed()?.status.code, failed()?.attributes['error.type']]).toEqual([
      SpanStatusCode.ERROR,
      'upstream',
    ])
    expect(spans.childrenOf(failed())[0]?.attributes).toMatchObject({ 'error.type': '500' })
    expect(spans.told()).not.toMatch(
      /ada-the-user|the private note|the private reason|key-0123456789abcdef|whsec_|hk_/,
    )
  })
})

describe('what is pushed', () => {
  it('is processed and delivered in the trace of its request, however often a delivery is tried', async () => {
    verifies('telemetry.traces.jobs', 'telemetry.traces.deliveries')
    const upstream = await startUpstream((_request, response) => json(response, 200, {}))
    const answers: Reaction[] = [{ status: 503 }, 'close']
    const receiver = await startReceiver(() => answers.shift() ?? { status: 200 })
    const { service, upsert, show } = await startSource(upstream, {
      triggers: [triggerType('NOTES_NOTE_SHARED')],
      clock: fastClock(500),
      egressAllow: [receiver.host],
      extraCa: authority,
    })
    await subscribe(service, receiver)
    const { hook_url: url } = JSON.parse(
      (await show(await upsert('NOTES_NOTE_SHARED'))).trigger_data ?? '',
    )

    await fetch(url, {
      method: 'POST',
      body: '{"text":"the private note"}',
      headers: { 'content-type': 'application/json', traceparent: callers },
    })

    const deliveries = () => spans.all().filter(({ name }) => name === 'process webhook-delivery')
    await vi.waitFor(() => expect(deliveries()).toHaveLength(3), within)
    const request = spans.named('POST hooks.receive')
    const job = spans.named('process trigger-hook')
    expect([request, job, ...deliveries()].map(parentOf)).toEqual([
      callers.split('-')[2],
      idOf(request),
      idOf(job),
      idOf(job),
      idOf(job),
    ])
    expect(
      new Set([request, job, ...deliveries()].map((span) => span?.spanContext().traceId)),
    ).toEqual(new Set([callers.split('-')[1]]))
    expect(
      deliveries().map(({ attributes }) => [
        attributes['plugboard.delivery_attempt'],
        attributes['error.type'],
      ]),
    ).toEqual([
      [1, '503'],
      [2, 'no_answer'],
      [3, undefined],
    ])
    const posts = deliveries().flatMap((delivery) => spans.childrenOf(delivery))
    expect(posts.map(({ attributes }) => attributes['error.type'])).toEqual([
      '503',
      'network',
      undefined,
    ])
    expect(receiver.received.map(({ headers }) => headers['traceparent'])).toEqual(
      posts.map(traceparentOf),
    )
    expect(spans.told()).not.toMatch(/the private note|hk_/)
  })
})

/** A tool call that finds its account's consent withdrawn, and the delivery that tells of it. */
const expireByCall = async (): Promise<Receiver> => {
  const provider = await startTokenProvider({
    answerToken: (response) => (json(response, 400, { error: 'invalid_grant' }), true),
  })
  const receiver = await startReceiver(() => ({ status: 200 }))
  const service = await startService({
    egressAllow: [provider.host, receiver.host],
    extraCa: authority,
  })
  await importToolkit(service, oauthToolkit(provider))
  const { auth_config } = await service.client.authConfigs.create({
    body: {
      toolkit: { slug: 'notes' },
      auth_config: { credentials: { client_id: 'client', client_secret: 'client-secret-0123' } },
    },
  })
  const val = { ...provider.grant(), expires_in: 3600, status: 'ACTIVE' as const }
  await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: { user_id: 'ada', state: { authScheme: 'OAUTH2', val } },
    },
  })
  provider.refuseAccessTokens()
  await subscribe(service, receiver, 'svc.connected_account.expired')

  const { body } = await service.request('POST', '/api/v3/tools/execute/NOTES_LIST_NOTES', {
    headers: { 'x-api-key': service.apiKey, traceparent: callers },
    body: { user_id: 'ada', arguments: {} },
  })

  expect(body).toMatchObject({ successful: false, error: expect.stringContaining('EXPIRED') })
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), within)
  return receiver
}

describe('what a tool call brings about', () => {
  it('is delivered in the trace of the call', async () => {
    verifies('telemetry.traces.deliveries')
    const receiver = await expireByCall()
    await vi.waitFor(() => expect(spans.named('process webhook-delivery')).toBeDefined(), within)

    const delivery = spans.named('process webhook-delivery')
    expect(spans.parentOf(delivery)?.name).toBe('execute_tool NOTES_LIST_NOTES')
    expect(receiver.received[0]?.headers['traceparent']).toBe(
      traceparentOf(spans.childrenOf(delivery)[0]),
    )
    expect(delivery?.spanContext().traceId).toBe(callers.split('-')[1])
  })

  it('is delivered with the trace as its caller said it, where no SDK collects spans', async () => {
    verifies('telemetry.traces.off')
    traces.disable()
    const receiver = await expireByCall()
    expect(receiver.received[0]?.headers['traceparent']).toBe(callers)
    expect(spans.all()).toEqual([])
  })
})
