import { expect, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { retryDelay } from '../../src/client/retry-delay.ts'
import { verifies } from '../requirements.ts'
import { envelope, serve, sessionRecord } from './serve.ts'

const get = { params: { session_id: 'trs_1' } }
const create = { body: { user_id: 'ada' } }

const projectConfig = {
  is_2FA_enabled: false,
  mask_secret_keys_in_connected_account: true,
  log_visibility_setting: 'show_all',
  require_mcp_api_key: true,
  require_connection_confirmation: false,
  is_svc_link_enabled_for_managed_auth: false,
  signed_url_file_expiry_in_seconds: 3600,
  mcp_key_expiry_in_seconds: 2_592_000,
}

/** Answers with these statuses, one after the other, then with success. */
const serveAfter = (...statuses: (429 | 500 | 502 | 503 | 504)[]) => {
  const left = [...statuses]
  return serve((app) =>
    app.all('*', (context) => {
      const status = left.shift()
      if (status) return context.json(envelope('failing', status), status, { 'retry-after': '0' })
      if (context.req.method === 'PATCH') return context.json(projectConfig)
      return context.json(sessionRecord, context.req.method === 'POST' ? 201 : 200)
    }),
  )
}

test('reads again after 429, 502, 503 and 504, twice at most', async () => {
  for (const status of [429, 502, 503, 504] as const) {
    await using service = await serveAfter(status, status)
    await createClient({ baseUrl: service.url, apiKey: 'pbk_secret' }).sessions.get(get)
    expect(service.received).toHaveLength(3)
  }
  await using service = await serveAfter(503, 503, 503)
  await expect(
    createClient({ baseUrl: service.url, apiKey: 'pbk_secret' }).sessions.get(get),
  ).rejects.toMatchObject({ status: 503 })
  expect(service.received).toHaveLength(3)
})

test('creates again under the same idempotency key after 429, 502, 503 and 504', async () => {
  verifies('idempotency.client-repeats')
  for (const status of [429, 502, 503, 504] as const) {
    await using service = await serveAfter(status)
    await createClient({ baseUrl: service.url, apiKey: 'pbk_secret' }).sessions.create(create)
    const keys = service.received.map((request) => request.headers['idempotency-key'])
    expect(keys).toEqual([expect.any(String), keys[0]])
  }
})

test('changes again only where the service turned the request away', async () => {
  verifies('idempotency.client-repeats')
  const change = { body: {} }
  for (const status of [429, 503] as const) {
    await using service = await serveAfter(status)
    await createClient({ baseUrl: service.url, apiKey: 'pbk_secret' }).projects.updateConfig(change)
    expect(service.received.map((request) => request.headers['idempotency-key'])).toEqual([
      undefined,
      undefined,
    ])
  }
  for (const status of [502, 504] as const) {
    await using service = await serveAfter(status)
    await expect(
      createClient({ baseUrl: service.url, apiKey: 'pbk_secret' }).projects.updateConfig(change),
    ).rejects.toMatchObject({ status })
    expect(service.received).toHaveLength(1)
  }
})

test('waits for its own first request for as long as the call may take', async () => {
  let calls = 0
  await using service = await serve((app) =>
    app.post('*', (context) =>
      calls++ < 5
        ? context.json(envelope('conflict', 409), 409, { 'retry-after': '0' })
        : context.json(sessionRecord, 201, { 'idempotent-replayed': 'true' }),
    ),
  )
  const session = await createClient({
    baseUrl: service.url,
    apiKey: 'pbk_secret',
    retries: 1,
  }).sessions.create(create)

  expect(session.session_id).toBe('trs_1')
  expect(new Set(service.received.map((request) => request.headers['idempotency-key'])).size).toBe(
    1,
  )
})

test('never asks again when the outcome is unknown, or when the answer is the stored one', async () => {
  await using unknown = await serve((app) =>
    app.post('*', (context) => context.json(envelope('conflict', 409), 409)),
  )
  await expect(
    createClient({ baseUrl: unknown.url, apiKey: 'pbk_secret' }).sessions.create(create),
  ).rejects.toMatchObject({ slug: 'conflict' })
  expect(unknown.received).toHaveLength(1)

  await using stored = await serve((app) =>
    app.post('*', (context) =>
      context.json(envelope('upstream_timeout', 504), 504, { 'idempotent-replayed': 'true' }),
    ),
  )
  await expect(
    createClient({ baseUrl: stored.url, apiKey: 'pbk_secret' }).sessions.create(create),
  ).rejects.toMatchObject({ status: 504 })
  expect(stored.received).toHaveLength(1)
})

test('never repeats any other failure', async () => {
  await using service = await serveAfter(500)
  await expect(
    createClient({ baseUrl: service.url, apiKey: 'pbk_secret' }).sessions.get(get),
  ).rejects.toMatchObject({ status: 500 })
  expect(service.received).toHaveLength(1)
})

test('sends again when the first request never reached the service; when its connection broke, only what reads or has an idempotency key', async () => {
  verifies('idempotency.client-repeats')
  await using service = await serveAfter()
  const failingOnce = (code: string) => {
    let calls = 0
    return createClient({
      baseUrl: service.url,
      apiKey: 'pbk_secret',
      fetch: async (request, init) => {
        if (calls++ === 0)
          throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
        return fetch(request, init)
      },
    })
  }

  await failingOnce('ECONNREFUSED').sessions.create(create)
  await failingOnce('ECONNRESET').sessions.get(get)
  await failingOnce('ECONNRESET').sessions.create(create)
  await failingOnce('ECONNREFUSED').projects.updateConfig({ body: {} })
  await expect(failingOnce('ECONNRESET').projects.updateConfig({ body: {} })).rejects.toMatchObject(
    { slug: 'network' },
  )
})

test('reads again when the answer breaks off', async () => {
  await using service = await serveAfter()
  let calls = 0
  const client = createClient({
    baseUrl: service.url,
    apiKey: 'pbk_secret',
    fetch: async (request, init) => {
      const response = await fetch(request, init)
      if (calls++ > 0) return response
      await response.body?.cancel()
      return new Response(new ReadableStream({ pull: (body) => body.error(new Error('reset')) }))
    },
  })

  await client.sessions.get(get)
  expect(service.received).toHaveLength(2)
})

test('gives up at once when the service asks for more patience than the call has', async () => {
  await using service = await serve((app) =>
    app.all('*', (context) =>
      context.json(envelope('rate_limited', 429), 429, { 'retry-after': '3600' }),
    ),
  )
  const client = createClient({ baseUrl: service.url, apiKey: 'pbk_secret' })

  await expect(client.sessions.get(get)).rejects.toMatchObject({ slug: 'rate_limited' })
  expect(service.received).toHaveLength(1)
})

test('stops waiting when the signal aborts', async () => {
  const controller = new AbortController()
  await using service = await serve((app) =>
    app.all('*', (context) => {
      setTimeout(() => controller.abort(), 20)
      return context.json(envelope('rate_limited', 429), 429, { 'retry-after': '30' })
    }),
  )
  const client = createClient({ baseUrl: service.url, apiKey: 'pbk_secret' })

  await expect(client.sessions.get(get, { signal: controller.signal })).rejects.toMatchObject({
    slug: 'aborted',
  })
  expect(service.received).toHaveLength(1)
})

test('waits as long as Retry-After says, else twice as long each time with a random half', () => {
  expect(retryDelay(0, '3')).toBe(3000)
  expect(retryDelay(0, new Date(0).toUTCString())).toBe(0)
  expect([0, 1, 2, 9].map((attempt) => retryDelay(attempt, null, () => 0))).toEqual([
    125, 250, 500, 4000,
  ])
  expect([0, 1, 2, 9].map((attempt) => retryDelay(attempt, 'soon', () => 1))).toEqual([
    250, 500, 1000, 8000,
  ])
})
