import { afterEach, expect, it, vi } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { followEvents } from '../../../support/follow-events.ts'
import { fastClock, startSource } from '../../../support/start-source.ts'
import { json, startUpstream } from '../../../support/start-upstream.ts'
import { connectAccount } from '../../../support/watch-api.ts'
import { noteShared, push } from './start-provider.ts'

const within = { timeout: 60_000, interval: 20 }
const dayMs = 24 * 60 * 60 * 1000

/** A clock that is set ahead, in real time otherwise. */
let ahead = 0
const clock = { now: () => new Date(Date.now() + ahead) }
afterEach(() => void (ahead = 0))

const stateOf = async (
  show: (id: string) => Promise<{ trigger_data: string | null }>,
  id: string,
) => JSON.parse((await show(id)).trigger_data ?? '{}')

const register = {
  request: {
    method: 'POST',
    path: '/subscriptions',
    body: {
      url: '{hook_url}',
      secret: '{secret}',
      channel: '{unique_id}',
      until: '{expires_at}',
      until_ms: '{expires_at_milliseconds}',
    },
  },
  keep: { id: 'id' },
  lifetime: { seconds: 3 * 86_400, until: { path: 'until' } },
}
const unregister = { request: { method: 'DELETE', path: '/subscriptions/{registration.id}' } }

type Subscription = {
  url: string
  secret: string
  until: string
  until_ms: number
  channel: string
}

/** A provider that forgets a subscription at its end; `refuse` is a status to answer with instead. */
const startProvider = async () => {
  const subscriptions = new Map<string, Subscription>()
  const current = { refuse: 0 }
  let made = 0
  const upstream = await startUpstream(({ method, url, body }, response) => {
    if (current.refuse) return json(response, current.refuse, {})
    const id = url.split('/')[2] ?? ''
    const subscription = subscriptions.get(id)
    if (method === 'DELETE') return json(response, subscriptions.delete(id) ? 200 : 404, {})
    if (method === 'PATCH') {
      if (!subscription) return json(response, 404, {})
      subscriptions.set(id, { ...subscription, ...JSON.parse(body) })
      return json(response, 200, JSON.parse(body))
    }
    made += 1
    subscriptions.set(`s${made}`, JSON.parse(body))
    json(response, 201, { id: `s${made}`, until: JSON.parse(body).until })
  })
  return { subscriptions, current, upstream }
}

it('a registration is prolonged before it ends, for as long as its instance is enabled', async () => {
  verifies('triggers.hook.renew')
  const provider = await startProvider()
  const graph = noteShared({
    register,
    unregister,
    renew: {
      request: {
        method: 'PATCH',
        path: '/subscriptions/{registration.id}',
        body: { until: '{expires_at}' },
      },
    },
  })
  const { service, upsert, show } = await startSource(provider.upstream, {
    triggers: [graph],
    clock,
  })
  const started = Date.now()
  const id = await upsert('NOTES_NOTE_SHARED')
  const registered = async () => {
    const state = await stateOf(show, id)
    expect(state).toMatchObject({ status: 'registered', registration: { id: 's1' } })
    return { ends: Date.parse(state.expires_at), renewed: Date.parse(state.renew_at) }
  }
  const first = await vi.waitFor(registered, within)
  expect(first.ends - started).toBeGreaterThanOrEqual(3 * dayMs)
  expect(first.renewed - started).toBeGreaterThanOrEqual(2.25 * dayMs)
  expect(first.renewed).toBeLessThan(first.ends - 0.7 * dayMs)
  expect(provider.subscriptions.get('s1')).toMatchObject({
    until_ms: first.ends,
    channel: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })

  let { ends } = first
  for (const days of [2.3, 4.6]) {
    ahead = days * dayMs
    const next = await vi.waitFor(async () => {
      const state = await registered()
      expect(state.ends).toBeGreaterThan(ends)
      return state
    }, within)
    ends = next.ends
  }
  expect([...provider.subscriptions.keys()]).toEqual(['s1'])
  const { received } = provider.upstream
  expect(received.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH'])

  // Forgotten by the provider: there is nothing to prolong.
  provider.subscriptions.clear()
  ahead = 6.9 * dayMs
  await vi.waitFor(
    async () => expect(await stateOf(show, id)).toMatchObject({ registration: { id: 's2' } }),
    within,
  )
  await service.client.triggerInstances.setStatus({ params: { id }, body: { status: 'disable' } })
  await vi.waitFor(() => expect(provider.subscriptions.size).toBe(0), within)
  const count = received.length
  ahead = 20 * dayMs
  await upsert('NOTES_NOTE_SHARED')
  await vi.waitFor(() => expect(provider.subscriptions.size).toBe(1), within)
  expect(received).toHaveLength(count + 1)
})

it('one that cannot be prolonged is made anew, and the former one removed after it', async () => {
  verifies('triggers.hook.renew')
  const provider = await startProvider()
  const google = noteShared({ register, unregister })
  const { service, upsert, show } = await startSource(provider.upstream, {
    triggers: [google],
    clock,
  })
  const events = followEvents(service)
  const id = await upsert('NOTES_NOTE_SHARED')
  await vi.waitFor(
    async () => expect(await stateOf(show, id)).toMatchObject({ status: 'registered' }),
    within,
  )
  ahead = 2.3 * dayMs
  await vi.waitFor(() => expect([...provider.subscriptions.keys()]).toEqual(['s2']), within)
  expect(provider.upstream.received.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE'])
  expect(await stateOf(show, id)).toMatchObject({
    status: 'registered',
    registration: { id: 's2' },
  })
  const hook = provider.subscriptions.get('s2')
  if (!hook) throw new Error('Nothing is registered')
  expect((await push(hook)).status).toBe(200)
  expect((await events.until((all) => all.length > 0))[0]?.data).toEqual({ text: 'hello' })
})

it('one that is refused at first is still replaced: the former one is removed in the end', async () => {
  verifies('triggers.hook.renew', 'triggers.hook.renew.failure')
  const provider = await startProvider()
  const quick = fastClock(60)
  const { upsert, show } = await startSource(provider.upstream, {
    triggers: [noteShared({ register, unregister })],
    clock: { ...quick, now: () => new Date(quick.now().getTime() + ahead) },
  })
  const id = await upsert('NOTES_NOTE_SHARED')
  await vi.waitFor(
    async () => expect(await stateOf(show, id)).toMatchObject({ status: 'registered' }),
    within,
  )
  provider.current.refuse = 503
  ahead = 2.3 * dayMs
  await vi.waitFor(
    async () =>
      expect(await stateOf(show, id)).toMatchObject({
        status: 'failed',
        registration: { id: 's1' },
      }),
    within,
  )
  provider.current.refuse = 0
  await vi.waitFor(() => expect([...provider.subscriptions.keys()]).toEqual(['s2']), within)
  expect(await stateOf(show, id)).toMatchObject({
    status: 'registered',
    registration: { id: 's2' },
  })
})

const renew = { request: { method: 'PATCH', path: '/subscriptions/{registration.id}', body: {} } }

it('a renewal waits while the account does not work', async () => {
  verifies('triggers.hook.renew.failure')
  const provider = await startProvider()
  const { service, upsert, show } = await startSource(provider.upstream, {
    triggers: [
      noteShared({
        register: { ...register, lifetime: { seconds: 3 * 86_400 } },
        unregister,
        renew,
      }),
    ],
    auth: 'API_KEY',
    clock,
  })
  const account = await connectAccount(service.client, 'notes')
  const id = await upsert('NOTES_NOTE_SHARED', { connected_account_id: account.id })
  await vi.waitFor(
    async () => expect(await stateOf(show, id)).toMatchObject({ status: 'registered' }),
    within,
  )
  const setEnabled = (enabled: boolean) =>
    service.client.connectedAccounts.setStatus({
      params: { nanoid: account.id },
      body: { enabled },
    })
  await setEnabled(false)
  ahead = 2.3 * dayMs
  await vi.waitFor(
    async () =>
      expect(await stateOf(show, id)).toMatchObject({
        status: 'registered',
        error: expect.stringContaining('is disabled'),
      }),
    within,
  )
  expect(provider.upstream.received).toHaveLength(1)
  await setEnabled(true)
  ahead += 11 * 60 * 1000
  await vi.waitFor(() => expect(provider.upstream.received).toHaveLength(2), within)
  await vi.waitFor(async () => expect(await stateOf(show, id)).not.toHaveProperty('error'), within)
})

it('a renewal that keeps failing disables the instance, which is registered again when it is enabled', async () => {
  verifies('triggers.hook.renew.failure')
  const provider = await startProvider()
  const { service, upsert, show } = await startSource(provider.upstream, {
    triggers: [
      noteShared({ register: { ...register, lifetime: { seconds: 3_600 } }, unregister, renew }),
    ],
    clock: fastClock(8_000),
  })
  const events = followEvents(service)
  const id = await upsert('NOTES_NOTE_SHARED')
  await vi.waitFor(() => expect(provider.subscriptions.size).toBe(1), within)
  provider.current.refuse = 500
  const [event] = await events.until((all) => all.length > 0)
  expect(event).toMatchObject({
    type: 'svc.trigger.disabled',
    data: { reason: expect.stringMatching(/could not be renewed: .*500/) },
  })
  expect((await show(id)).disabled_at).not.toBeNull()
  const tries = provider.upstream.received.filter(({ method }) => method === 'PATCH')
  // As many as the delays between them leave time for on a clock that runs ahead of the machine.
  expect(tries.length).toBeGreaterThan(1)
  expect(tries.length).toBeLessThanOrEqual(5)

  provider.current.refuse = 0
  await upsert('NOTES_NOTE_SHARED')
  await vi.waitFor(() => expect([...provider.subscriptions.keys()]).toEqual(['s2']), within)
})

it('a registration fails whose answer lacks what is needed later', async () => {
  verifies('triggers.hook.register-failure')
  // As an API for GraphQL reports failures.
  const upstream = await startUpstream((_request, response) =>
    json(response, 200, { errors: [{ message: 'no' }] }),
  )
  const { service, upsert, show } = await startSource(upstream, {
    triggers: [noteShared({ register, unregister })],
  })
  const events = followEvents(service)
  const id = await upsert('NOTES_NOTE_SHARED')
  expect((await events.until((all) => all.length > 0))[0]).toMatchObject({
    type: 'svc.trigger.disabled',
    data: { reason: expect.stringContaining('no value at "id"') },
  })
  expect(await stateOf(show, id)).toMatchObject({ status: 'failed' })
  expect(upstream.received).toHaveLength(1)
})
