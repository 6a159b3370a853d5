import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { followEvents } from '../../../support/follow-events.ts'
import type { TestService } from '../../../support/start-service.ts'
import { openSource, startSharedService } from '../../../support/start-source.ts'
import { json, startUpstream } from '../../../support/start-upstream.ts'
import { noteShared } from './start-provider.ts'

const within = { timeout: 60_000, interval: 20 }
let shared: TestService
beforeAll(async () => {
  shared = await startSharedService()
})
afterAll(() => shared.close())

const sign = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex')

const register = {
  request: {
    method: 'POST',
    path: '/hooks',
    body: { url: '{hook_url}', verify_token: '{secret}' },
  },
  keep: { id: 'id' },
}
const stateOf = async (
  show: (id: string) => Promise<{ trigger_data: string | null }>,
  id: string,
) => JSON.parse((await show(id)).trigger_data ?? '{}')

describe('a provider that makes sure of the address while it is told', () => {
  it('and sends its secret then, signs with that, and with another after the next registration', async () => {
    verifies('triggers.hook.handshake.secret', 'triggers.hook.handshake.registering')
    const hooks: { url: string; secret: string }[] = []
    const greet = (url: string, secret: string) =>
      fetch(url, { method: 'POST', headers: { 'x-hook-secret': secret } })
    const upstream = await startUpstream(async ({ method, body }, response) => {
      if (method === 'DELETE') return json(response, 200, {})
      const { url } = JSON.parse(body) as { url: string }
      const secret = randomBytes(16).toString('hex')
      const echoed = await greet(url, secret)
      if (echoed.headers.get('x-hook-secret') !== secret)
        return json(response, 400, { error: 'The target did not agree' })
      hooks.push({ url, secret })
      json(response, 201, { id: `h${hooks.length}` })
    })
    const asana = noteShared({
      register,
      secret: { from: 'handshake', in: 'header', name: 'X-Hook-Secret' },
      handshake: {
        method: 'POST',
        when: [{ in: 'header', name: 'X-Hook-Secret' }],
        challenge: { in: 'header', name: 'X-Hook-Secret' },
        answer: { header: 'X-Hook-Secret' },
      },
      signature: { kind: 'hmac', header: 'X-Hook-Signature' },
      when: undefined,
      payload: undefined,
      items: 'events',
    })
    const { service, upsert, show } = await openSource(shared, upstream, { triggers: [asana] })
    const events = followEvents(service)
    const push = (url: string, secret: string, number: number) => {
      const body = JSON.stringify({ events: [{ number }] })
      return fetch(url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-hook-signature': sign(secret, body) },
      })
    }
    const id = await upsert('NOTES_NOTE_SHARED')
    await vi.waitFor(
      async () => expect(await stateOf(show, id)).toMatchObject({ status: 'registered' }),
      within,
    )
    const [first] = hooks
    if (!first) throw new Error('Nothing is registered')
    expect((await push(first.url, first.secret, 1)).status).toBe(200)
    expect((await push(first.url, 'guessed', 2)).status).toBe(401)
    const again = await greet(first.url, first.secret)
    expect([again.status, again.headers.get('x-hook-secret')]).toEqual([200, first.secret])
    const foreign = await greet(first.url, 'another-secret')
    expect([foreign.status, foreign.headers.get('x-hook-secret')]).toEqual([401, null])

    const setStatus = (status: 'enable' | 'disable') =>
      service.client.triggerInstances.setStatus({ params: { id }, body: { status } })
    await setStatus('disable')
    await vi.waitFor(
      async () => expect(await stateOf(show, id)).toEqual({ status: 'unregistered' }),
      within,
    )
    await setStatus('enable')
    await vi.waitFor(
      async () =>
        expect(await stateOf(show, id)).toMatchObject({
          status: 'registered',
          registration: { id: 'h2' },
        }),
      within,
    )
    expect((await push(first.url, first.secret, 3)).status).toBe(401)
    expect((await push(first.url, hooks[1]?.secret ?? '', 4)).status).toBe(200)
    const all = await events.until((found) => found.length >= 2)
    expect(all.map(({ data }) => data)).toEqual([{ number: 1 }, { number: 4 }])
  })

  it('and compares the secret that was made for it', async () => {
    verifies('triggers.hook.handshake.registering')
    const answers: [number, string][] = []
    const upstream = await startUpstream(async ({ body }, response) => {
      const { url, verify_token: token } = JSON.parse(body) as { url: string; verify_token: string }
      for (const given of ['guessed', token]) {
        const answer = await fetch(
          `${url}?hub.mode=subscribe&hub.verify_token=${encodeURIComponent(given)}&hub.challenge=1158201444`,
        )
        answers.push([answer.status, await answer.text()])
      }
      json(response, answers.at(-1)?.[0] === 200 ? 201 : 400, { id: 'h1' })
    })
    const meta = noteShared({
      register,
      unregister: undefined,
      handshake: {
        method: 'GET',
        when: [{ in: 'query', name: 'hub.verify_token', equals: '{secret}' }],
        challenge: { in: 'query', name: 'hub.challenge' },
      },
    })
    const { upsert, show } = await openSource(shared, upstream, { triggers: [meta] })
    const id = await upsert('NOTES_NOTE_SHARED')
    await vi.waitFor(
      async () => expect(await stateOf(show, id)).toMatchObject({ status: 'registered' }),
      within,
    )
    expect(answers).toEqual([
      [405, expect.any(String)],
      [200, '1158201444'],
    ])
    expect(upstream.received).toHaveLength(1)
  })
})

it('a provider that wants its challenge signed gets JSON, and no signature of an event', async () => {
  verifies('triggers.hook.handshake.digest', 'triggers.hook.signature')
  const upstream = await startUpstream((_request, response) => json(response, 500, {}))
  const zoom = noteShared({
    register: undefined,
    unregister: undefined,
    secret: { from: 'config', path: 'secret_token' },
    signature: {
      kind: 'hmac',
      header: 'x-zm-signature',
      prefix: 'v0=',
      signed: 'v0:{timestamp}:{body}',
      timestamp: { in: 'header', name: 'x-zm-request-timestamp' },
    },
    handshake: {
      method: 'POST',
      when: [{ in: 'body', name: 'event', equals: 'endpoint.url_validation' }],
      challenge: { in: 'body', name: 'payload.plainToken' },
      digest: {},
      answer: { json: { plainToken: '{challenge}', encryptedToken: '{digest}' } },
      signed: true,
    },
    when: [{ in: 'body', name: 'event', equals: 'meeting.started' }],
    payload: 'payload',
  })
  const { service, upsert, show } = await openSource(shared, upstream, { triggers: [zoom] })
  const events = followEvents(service)
  const secret = 'secret-token-of-the-app'
  const { hook_url: url } = await stateOf(
    show,
    await upsert('NOTES_NOTE_SHARED', { trigger_config: { secret_token: secret } }),
  )
  const send = (content: unknown, key = secret) => {
    const body = JSON.stringify(content)
    const at = String(Math.floor(Date.now() / 1000))
    return fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-zm-request-timestamp': at,
        'x-zm-signature': `v0=${sign(key, `v0:${at}:${body}`)}`,
      },
    })
  }
  const validate = (plainToken: unknown, key?: string) =>
    send({ event: 'endpoint.url_validation', payload: { plainToken } }, key)

  const answer = await validate('qgg8vlvZRS6UYooatFL8Aw')
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
      encryptedToken: sign(secret, 'qgg8vlvZRS6UYooatFL8Aw'),
    },
  ])
  expect((await validate('qgg8vlvZRS6UYooatFL8Aw', 'guessed')).status).toBe(401)
  for (const forged of [
    'v0:1700000000:{"event":"meeting.started"}',
    '{}',
    'a b',
    '',
    7,
    'x'.repeat(2_000),
  ])
    expect(await (await validate(forged)).text()).toBe('No trigger fires for this event')
  expect((await send({ event: 'meeting.started', payload: { id: 'm1' } })).status).toBe(200)
  expect((await events.until((all) => all.length > 0))[0]?.data).toEqual({ id: 'm1' })
})

it('a secret that a person pastes into the console of the provider is shown, until it is set up again', async () => {
  verifies('triggers.hook.handshake.shown', 'triggers.hook.handshake.secret')
  const upstream = await startUpstream((_request, response) => json(response, 500, {}))
  const notion = noteShared({
    register: undefined,
    unregister: undefined,
    secret: { from: 'handshake', in: 'body', name: 'verification_token', show: true },
    handshake: {
      method: 'POST',
      when: [{ in: 'body', name: 'verification_token' }],
      answer: 'empty',
    },
    signature: { kind: 'hmac', header: 'X-Notion-Signature', prefix: 'sha256=' },
    when: undefined,
    payload: undefined,
  })
  const { service, upsert, show } = await openSource(shared, upstream, { triggers: [notion] })
  const events = followEvents(service)
  const id = await upsert('NOTES_NOTE_SHARED')
  const { hook_url: url } = await stateOf(show, id)
  const send = (content: unknown, secret = '') => {
    const body = JSON.stringify(content)
    return fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-notion-signature': `sha256=${sign(secret, body)}`,
      },
    })
  }
  expect((await send({ n: 1 })).status).toBe(401)
  expect((await send({ verification_token: 'first' })).status).toBe(200)
  expect(await stateOf(show, id)).toEqual({ status: 'manual', hook_url: url, secret: 'first' })
  expect((await send({ verification_token: 'of somebody else' })).status).toBe(401)
  expect((await send({ n: 2 }, 'first')).status).toBe(200)

  const setStatus = (status: 'enable' | 'disable') =>
    service.client.triggerInstances.setStatus({ params: { id }, body: { status } })
  await setStatus('disable')
  await vi.waitFor(
    async () => expect(await stateOf(show, id)).toEqual({ status: 'manual', hook_url: url }),
    within,
  )
  expect((await send({ verification_token: 'too early' })).status).toBe(410)
  await setStatus('enable')
  expect((await send({ verification_token: 'second' })).status).toBe(200)
  expect((await send({ n: 3 }, 'first')).status).toBe(401)
  expect((await send({ n: 4 }, 'second')).status).toBe(200)
  const all = await events.until((found) => found.length >= 2)
  expect(all.map(({ data }) => data)).toEqual([{ n: 2 }, { n: 4 }])
})
