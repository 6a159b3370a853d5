import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { followEvents } from '../../../support/follow-events.ts'
import { createSharedDatabase } from '../../../support/shared-database.ts'
import type { TestService } from '../../../support/start-service.ts'
import {
  fastClock,
  openSource,
  startSharedService,
  startSource,
} from '../../../support/start-source.ts'
import { connectAccount } from '../../../support/watch-api.ts'
import { noteShared, push, startProvider, type Provider } from './start-provider.ts'

const within = { timeout: 60_000, interval: 20 }
let shared: TestService
beforeAll(async () => {
  shared = await startSharedService()
})
afterAll(() => shared.close())

const only = async (provider: Provider) => {
  await vi.waitFor(() => expect(provider.hooks.size).toBe(1), within)
  const [hook] = provider.hooks.values()
  if (!hook) throw new Error('Nothing is registered')
  return hook
}

const registered = async (
  show: (id: string) => Promise<{ trigger_data: string | null }>,
  id: string,
) =>
  vi.waitFor(
    async () =>
      expect(JSON.parse((await show(id)).trigger_data ?? '{}')).toMatchObject({
        status: 'registered',
        registration: { id: expect.stringMatching(/^h\d$/) },
      }),
    within,
  )

describe('a trigger that is pushed', () => {
  it('is registered, fires for what is signed, once for each delivery, and is taken back', async () => {
    verifies(
      'triggers.hook.register',
      'triggers.hook.event',
      'triggers.hook.signature',
      'triggers.hook.replay',
    )
    const provider = await startProvider()
    const { service, upsert, show } = await openSource(shared, provider.upstream, {
      triggers: [noteShared()],
      auth: 'API_KEY',
    })
    const events = followEvents(service)
    const account = await connectAccount(service.client, 'notes')
    const id = await upsert('NOTES_NOTE_SHARED', {
      connected_account_id: account.id,
      trigger_config: { folder: 'inbox' },
    })
    const hook = await only(provider)
    await registered(show, id)
    expect(hook).toMatchObject({
      url: expect.stringMatching(/\/hooks\/hk_[0-9A-Za-z]{20,}$/),
      secret: expect.stringMatching(/^.{40,}$/),
      folder: 'inbox',
    })
    expect(provider.upstream.received[0]?.headers['x-notes-key']).toBe('key-0123456789abcdef')

    expect((await push(hook)).status).toBe(200)
    expect(await (await push(hook)).text()).toBe('This delivery was accepted before')
    expect((await push(hook, { delivery: 'd2', event: 'deleted' })).status).toBe(200)
    expect((await push(hook, { delivery: 'd3', secret: 'guessed' })).status).toBe(401)
    expect((await push(hook, { delivery: 'd4', text: 'again' })).status).toBe(200)
    const messages = await events.until(
      (all) => all.filter(({ type }) => type === 'svc.trigger.message').length >= 2,
    )
    const fired = messages.filter(({ type }) => type === 'svc.trigger.message')
    expect(
      fired
        .map(({ data }) => data)
        .toSorted((a, b) => (String(a['text']) < String(b['text']) ? -1 : 1)),
    ).toEqual([{ text: 'again' }, { text: 'hello' }])
    expect(fired[0]?.metadata).toMatchObject({
      trigger_id: id,
      trigger_slug: 'NOTES_NOTE_SHARED',
      connected_account_id: account.id,
      user_id: 'ada',
      log_id: expect.stringMatching(/^log_/),
    })

    const setStatus = (status: 'enable' | 'disable') =>
      service.client.triggerInstances.setStatus({ params: { id }, body: { status } })
    await setStatus('disable')
    expect((await push(hook)).status).toBe(410)
    await vi.waitFor(() => expect(provider.hooks.size).toBe(0), within)
    await vi.waitFor(
      async () =>
        expect(JSON.parse((await show(id)).trigger_data ?? '')).toEqual({ status: 'unregistered' }),
      within,
    )
    await setStatus('enable')
    const again = await only(provider)
    expect(again.url).toBe(hook.url)
    await registered(show, id)
    await service.client.triggerInstances.delete({ params: { id } })
    expect((await push(again)).status).toBe(404)
    await vi.waitFor(() => expect(provider.hooks.size).toBe(0), within)
  })

  it('says why it could not be registered, tries again, and is disabled in the end', async () => {
    verifies('triggers.hook.register-failure')
    const provider = await startProvider()
    provider.current.refuse = 500
    const { service, upsert, show } = await startSource(provider.upstream, {
      triggers: [noteShared()],
      clock: fastClock(5_000),
    })
    const events = followEvents(service)
    const id = await upsert('NOTES_NOTE_SHARED')
    await vi.waitFor(
      async () =>
        expect(JSON.parse((await show(id)).trigger_data ?? '')).toMatchObject({
          status: 'failed',
          error: expect.stringContaining('500'),
        }),
      within,
    )
    const all = await events.until((found) => found.length > 0)
    expect(all[0]).toMatchObject({
      type: 'svc.trigger.disabled',
      metadata: { trigger_id: id },
      data: { reason: expect.stringContaining('500') },
    })
    expect(provider.upstream.received.length).toBeGreaterThan(3)
    provider.current.refuse = 0
    await upsert('NOTES_NOTE_SHARED')
    await registered(show, id)
  })

  it('shows the address where a person has to tell the provider, and takes the secret from the configuration', async () => {
    verifies('triggers.hook.manual')
    const provider = await startProvider()
    const manual = noteShared({
      register: undefined,
      unregister: undefined,
      secret: { from: 'config', path: 'signing_secret' },
    })
    const { service, upsert, show } = await openSource(shared, provider.upstream, {
      triggers: [manual],
    })
    const events = followEvents(service)
    const id = await upsert('NOTES_NOTE_SHARED', {
      trigger_config: { signing_secret: 'from the settings' },
    })
    const { hook_url: url } = JSON.parse((await show(id)).trigger_data ?? '')
    expect((await push({ url, secret: 'another' })).status).toBe(401)
    expect((await push({ url, secret: 'from the settings' })).status).toBe(200)
    expect((await events.until((all) => all.length > 0))[0]?.data).toEqual({ text: 'hello' })
    expect(provider.upstream.received).toEqual([])
  })

  it('finds several events in one delivery, and knows each again', async () => {
    verifies('triggers.hook.event', 'triggers.hook.replay')
    const provider = await startProvider()
    const several = noteShared({
      register: undefined,
      unregister: undefined,
      secret: undefined,
      signature: undefined,
      when: undefined,
      items: 'notes',
      id: ['id'],
      payload: undefined,
    })
    const { service, upsert, show } = await openSource(shared, provider.upstream, {
      triggers: [several],
    })
    const events = followEvents(service)
    const { hook_url: url } = JSON.parse(
      (await show(await upsert('NOTES_NOTE_SHARED'))).trigger_data ?? '',
    )
    const send = (...ids: number[]) =>
      fetch(url, {
        method: 'POST',
        body: JSON.stringify({ notes: ids.map((id) => ({ id })) }),
        headers: { 'content-type': 'application/json' },
      })
    await send(1, 2)
    await events.until((all) => all.length === 2)
    await send(2, 3)
    const all = await events.until((found) => found.length >= 3)
    expect(all.map(({ data }) => data['id']).toSorted()).toEqual([1, 2, 3])
  })
})

describe('the address of a trigger', () => {
  it('answers handshakes with the challenge as text, and nothing else', async () => {
    verifies('triggers.hook.handshake')
    const provider = await startProvider()
    const withHandshake = noteShared({
      handshake: {
        method: 'POST',
        when: [{ in: 'body', name: 'type', equals: 'url_verification' }],
        challenge: { in: 'body', name: 'challenge' },
      },
    })
    const byQuery = {
      ...noteShared({
        handshake: {
          method: 'GET',
          when: [{ in: 'query', name: 'hub.verify_token', equals: '{secret}' }],
          challenge: { in: 'query', name: 'hub.challenge' },
        },
      }),
      slug: 'NOTES_OTHER_SHARED',
    }
    const { upsert, show } = await openSource(shared, provider.upstream, {
      triggers: [withHandshake, byQuery],
    })
    await registered(show, await upsert('NOTES_NOTE_SHARED'))
    const hook = await only(provider)
    const ask = (challenge: unknown) =>
      fetch(hook.url, {
        method: 'POST',
        body: JSON.stringify({ type: 'url_verification', challenge }),
        headers: { 'content-type': 'application/json' },
      })
    const answer = await ask('<script>alert(1)</script>')
    expect([answer.status, await answer.text()]).toEqual([200, '<script>alert(1)</script>'])
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    for (const challenge of ['x'.repeat(5_000), { a: 1 }, 'two\nlines', ''])
      expect((await ask(challenge)).status).toBe(401)

    await upsert('NOTES_OTHER_SHARED')
    await vi.waitFor(() => expect(provider.hooks.size).toBe(2), within)
    const other = [...provider.hooks.values()].find(({ url }) => url !== hook.url)
    const get = (token: string) => fetch(`${other?.url}?hub.verify_token=${token}&hub.challenge=c1`)
    await vi.waitFor(
      async () => expect(await (await get(other?.secret ?? '')).text()).toBe('c1'),
      within,
    )
    expect((await get('guessed')).status).toBe(405)
  })

  it('refuses misuse with plain text, and does not stand in the log', async () => {
    verifies('triggers.hook.misuse')
    const lines: string[] = []
    const provider = await startProvider()
    const { service, upsert, show } = await startSource(provider.upstream, {
      triggers: [noteShared()],
      logLevel: 'trace',
      writeLog: { write: (line: string) => void lines.push(line) },
    })
    const id = await upsert('NOTES_NOTE_SHARED')
    const hook = await only(provider)
    await registered(show, id)
    const post = (url: string, body: BodyInit, headers: Record<string, string> = {}) =>
      fetch(url, {
        method: 'POST',
        body,
        headers,
        ...(body instanceof ReadableStream && { duplex: 'half' }),
      } as RequestInit)
    const endless = () =>
      new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) })
    const answers = [
      [404, await post(`${service.url}/hooks/hk_${'0'.repeat(27)}`, '{}')],
      [404, await post(`${service.url}/hooks/nonsense`, '{}')],
      [404, await post(`${hook.url}x`, '{}')],
      [404, await post(hook.url.toLowerCase().replace('/hooks/hk_', '/hooks/HK_'), '{}')],
      [413, await post(hook.url, 'x'.repeat(1024 * 1024 + 1))],
      [
        413,
        await post(hook.url, endless()).catch(() => ({
          status: 413,
          headers: new Headers({ 'content-type': 'text/plain' }),
        })),
      ],
      [415, await post(hook.url, '{}', { 'content-encoding': 'gzip' })],
      [401, await post(hook.url, '')],
      [401, await post(hook.url, '{"not json')],
      [401, await post(hook.url, '{}', { 'x-signature': 'sha256=' })],
      [405, await fetch(hook.url)],
    ] as const
    for (const [index, [expected, { status, headers }]] of answers.entries()) {
      expect([index, status]).toEqual([index, expected])
      expect(headers.get('content-type')).toMatch(/^text\/plain/)
    }
    expect((await fetch(hook.url, { method: 'DELETE' })).status).toBeGreaterThanOrEqual(404)
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.join('')).not.toContain(hook.url.split('/').at(-1))
  })

  it('lies in the database as a hash, its secret and what was pushed encrypted, and nothing where the project stores nothing', async () => {
    verifies('triggers.hook.stored')
    const lying = await createSharedDatabase()
    const provider = await startProvider()
    const { service, upsert, show } = await startSource(provider.upstream, {
      triggers: [noteShared()],
      database: lying.database,
    })
    const id = await upsert('NOTES_NOTE_SHARED')
    const hook = await only(provider)
    await registered(show, id)
    await service.client.projects.updateConfig({
      body: { log_visibility_setting: 'dont_store_data' },
    })
    const events = followEvents(service)
    await vi.waitFor(
      async () =>
        expect((await service.client.projects.getConfig({})).log_visibility_setting).toBe(
          'dont_store_data',
        ),
      within,
    )
    await push(hook, { text: 'canary-in-delivery' })
    expect((await events.until((all) => all.length > 0))[0]).toMatchObject({
      type: 'svc.trigger.message',
      data: {},
    })
    const stored = JSON.stringify([
      await lying.query('select * from trigger_instances'),
      await lying.query('select * from events'),
      await lying.query('select * from trigger_items'),
    ])
    for (const secret of [hook.secret, hook.url.split('/').at(-1) ?? '', 'canary-in-delivery'])
      expect(stored).not.toContain(secret)
  })
})
