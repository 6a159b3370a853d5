import { expect, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { repeatDelay } from '../../src/client/repeat-delay.ts'
import { envelope, serve, sessionRecord } from './serve.ts'

const get = { params: { session_id: 'trs_1' } }
const create = { body: { user_id: 'ada' } }

/** Answers with these statuses, one after the other, then with success. */
const serveAfter = (...statuses: (429 | 500 | 502 | 503 | 504)[]) => {
  const left = [...statuses]
  return serve((app) =>
    app.all('*', (context) => {
      const status = left.shift()
      if (status) return context.json(envelope('failing', status), status, { 'retry-after': '0' })
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
  await expect(createClient({ baseUrl: service.url, apiKey: 'pbk_secret' }).sessions.get(get)).rejects.toMatchObject({ status: 503 })
  expect(service.received).toHaveLength(3)
})

test('creates again, under the same idempotency key, only where the service turned the request away', async () => {
  for (const status of [429, 503] as const) {
    await using service = await serveAfter(status)
    await createClient({ baseUrl: service.url, apiKey: 'pbk_secret' }).sessions.create(create)
    const keys = service.received.map((request) => request.headers['idempotency-key'])
    expect(keys).toEqual([expect.any(String), keys[0]])
  }
  for (const status of [500, 502, 504] as const) {
    await using service = await serveAfter(status)
    await expect(createClient({ baseUrl: service.url, apiKey: 'pbk_secret' }).sessions.create(create)).rejects.toMatchObject({ status })
    expect(service.received).toHaveLength(1)
  }
})

test('never repeats any other failure', async () => {
  await using service = await serveAfter(500)
  await expect(createClient({ baseUrl: service.url, apiKey: 'pbk_secret' }).sessions.get(get)).rejects.toMatchObject({ status: 500 })
  expect(service.received).toHaveLength(1)
})

test('creates again when the first request never reached the service, but not when its connection broke', async () => {
  await using service = await serveAfter()
  const failingOnce = (code: string) => {
    let calls = 0
    return createClient({
      baseUrl: service.url,
      apiKey: 'pbk_secret',
      fetch: async (request, init) => {
        if (calls++ === 0) throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
        return fetch(request, init)
      },
    })
  }

  await failingOnce('ECONNREFUSED').sessions.create(create)
  await failingOnce('ECONNRESET').sessions.get(get)
  await expect(failingOnce('ECONNRESET').sessions.create(create)).rejects.toMatchObject({ slug: 'network' })
})

test('gives up at once when the service asks for more patience than the call has', async () => {
  await using service = await serve((app) => app.all('*', (context) => context.json(envelope('rate_limited', 429), 429, { 'retry-after': '3600' })))
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

  await expect(client.sessions.get(get, { signal: controller.signal })).rejects.toMatchObject({ slug: 'aborted' })
  expect(service.received).toHaveLength(1)
})

test('waits as long as Retry-After says, else twice as long each time with a random half', () => {
  expect(repeatDelay(0, '3')).toBe(3000)
  expect(repeatDelay(0, new Date(0).toUTCString())).toBe(0)
  expect([0, 1, 2, 9].map((attempt) => repeatDelay(attempt, null, () => 0))).toEqual([125, 250, 500, 4000])
  expect([0, 1, 2, 9].map((attempt) => repeatDelay(attempt, 'soon', () => 1))).toEqual([250, 500, 1000, 8000])
})
