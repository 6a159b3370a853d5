import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { followEvents } from '../../../support/follow-events.ts'
import type { TestService } from '../../../support/start-service.ts'
import { openSource, startSharedService, startSource } from '../../../support/start-source.ts'
import { json, startUpstream } from '../../../support/start-upstream.ts'
import { noteShared, push } from './start-provider.ts'

const within = { timeout: 60_000, interval: 20 }
let shared: TestService
beforeAll(async () => {
  shared = await startSharedService()
})
afterAll(() => shared.close())

const stateOf = async (
  show: (id: string) => Promise<{ trigger_data: string | null }>,
  id: string,
) => JSON.parse((await show(id)).trigger_data ?? '{}')

const zendesk = noteShared({
  register: {
    request: { method: 'POST', path: '/webhooks', body: { endpoint: '{hook_url}' } },
    keep: { id: 'webhook.id' },
  },
  unregister: { request: { method: 'DELETE', path: '/webhooks/{registration.id}' } },
  secret: {
    from: 'request',
    request: { path: '/webhooks/{registration.id}/signing_secret' },
    path: 'signing_secret.secret',
  },
})

it('reads the secret of a registration with another request, as Zendesk gives it', async () => {
  verifies('triggers.hook.register', 'triggers.hook.secret')
  let url = ''
  const upstream = await startUpstream((request, response) => {
    if (request.method === 'GET')
      return json(response, 200, { signing_secret: { secret: `secret of ${request.url}` } })
    url = JSON.parse(request.body).endpoint
    json(response, 201, { webhook: { id: 'w1' } })
  })
  const { service, upsert, show } = await openSource(shared, upstream, { triggers: [zendesk] })
  const events = followEvents(service)
  const id = await upsert('NOTES_NOTE_SHARED')
  await vi.waitFor(
    async () => expect(await stateOf(show, id)).toMatchObject({ status: 'registered' }),
    within,
  )
  expect((await push({ url, secret: 'guessed' })).status).toBe(401)
  expect((await push({ url, secret: 'secret of /webhooks/w1/signing_secret' })).status).toBe(200)
  expect((await events.until((all) => all.length > 0))[0]?.data).toEqual({ text: 'hello' })
})

it('removes a registration again whose secret cannot be read', async () => {
  verifies('triggers.hook.register-failure')
  const upstream = await startUpstream(({ method }, response) =>
    json(response, 200, method === 'POST' ? { webhook: { id: 'w1' } } : { no: 'secret' }),
  )
  const { service, upsert } = await startSource(upstream, { triggers: [zendesk] })
  const events = followEvents(service)
  await upsert('NOTES_NOTE_SHARED')
  expect((await events.until((all) => all.length > 0))[0]).toMatchObject({
    type: 'svc.trigger.disabled',
    data: { reason: expect.stringContaining('no value at "signing_secret.secret"') },
  })
  expect(upstream.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /webhooks',
    'GET /webhooks/w1/signing_secret',
    'DELETE /webhooks/w1',
  ])
})

it('registers with a form where the API takes one, as Stripe does', async () => {
  verifies('triggers.hook.register', 'triggers.hook.secret')
  const upstream = await startUpstream((_request, response) =>
    json(response, 200, { id: 'we_1', secret: 'whsec_answered' }),
  )
  const { upsert, show } = await openSource(shared, upstream, {
    triggers: [
      noteShared({
        register: {
          request: {
            method: 'POST',
            path: '/v1/webhook_endpoints',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: { url: '{hook_url}', 'enabled_events[]': 'invoice.paid' },
          },
          keep: { id: 'id' },
        },
        unregister: undefined,
        secret: { from: 'answer', path: 'secret' },
      }),
    ],
  })
  const id = await upsert('NOTES_NOTE_SHARED')
  await vi.waitFor(
    async () => expect(await stateOf(show, id)).toMatchObject({ status: 'registered' }),
    within,
  )
  const [request] = upstream.received
  expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  const form = new URLSearchParams(request?.body)
  expect(form.get('enabled_events[]')).toBe('invoice.paid')
  const url = form.get('url') ?? ''
  expect((await push({ url, secret: 'whsec_answered' })).status).toBe(200)
})
